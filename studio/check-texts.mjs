// SPDX-License-Identifier: MIT
/* Words of the page stand in texts.ts and nowhere else, and each of them is used: both are found by TypeScript itself.
 * Prints what is wrong, a line each, and fails. */
import ts from "typescript";

const file = "src/texts.ts";
const config = ts.getParsedCommandLineOfConfigFile("tsconfig.json", {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} });
const service = ts.createLanguageService({
  getScriptFileNames: () => config.fileNames,
  getScriptVersion: () => "1",
  getScriptSnapshot: (name) => (ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(ts.sys.readFile(name)) : undefined),
  getCurrentDirectory: () => process.cwd(),
  getCompilationSettings: () => config.options,
  getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
});
const program = service.getProgram();
const wrong = [];
const say = (node, what) => {
  const source = node.getSourceFile(), { line } = source.getLineAndCharacterOfPosition(node.getStart());
  wrong.push(`${source.fileName.replace(`${process.cwd()}/`, "")}:${line + 1}: ${what}`);
};

/* ---- Each is used ---- */

function nodeAt(source, position) {
  const within = (node) => ts.forEachChild(node, (child) => (position >= child.getStart() && position < child.getEnd() ? within(child) : undefined)) ?? node;
  return within(source);
}

/* Whether a use takes the whole object, as `words[name]` or `{...words}` do, and not one of its words by name. */
function takesWhole(reference) {
  let node = nodeAt(program.getSourceFile(reference.fileName), reference.textSpan.start);
  if (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) node = node.parent;
  if (ts.isNonNullExpression(node.parent)) node = node.parent;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.expression === node) return false;
  // Another name for it: its words are found all the same, unless it is taken whole by that name.
  if (ts.isVariableDeclaration(parent) && parent.initializer === node) return usesOf(parent.name).some(takesWhole);
  return true;
}

const usesOf = (name) =>
  (service.findReferences(name.getSourceFile().fileName, name.getStart()) ?? []).flatMap((one) => one.references).filter((one) => !one.isDefinition);

function walk(object, path) {
  for (const property of object.properties) {
    if (!ts.isPropertyAssignment(property)) continue;
    const name = `${path}.${property.name.getText()}`, uses = usesOf(property.name);
    let value = property.initializer;
    while (ts.isAsExpression(value)) value = value.expression;
    if (ts.isObjectLiteralExpression(value)) {
      if (!uses.some(takesWhole)) walk(value, name);
    } else if (uses.length === 0) say(property, `${name} is never said`);
  }
}

const source = program.getSourceFile(config.fileNames.find((name) => name.endsWith(file)));
for (const statement of source.statements)
  if (ts.isVariableStatement(statement))
    for (const { name, initializer } of statement.declarationList.declarations)
      if (name.getText() === "texts") walk(initializer, "texts");

/* ---- None stands elsewhere ---- */

const told = new Set(["title", "aria-label", "aria-description", "aria-valuetext", "placeholder", "alt", "label"]);
const hasWord = (text) => /\p{L}{2,}/u.test(text.replaceAll(/&\w+;/g, ""));

function look(node) {
  if (ts.isJsxText(node) && hasWord(node.text)) say(node, `words outside texts.ts: ${node.text.trim()}`);
  if (ts.isJsxAttribute(node) && told.has(node.name.getText()) && node.initializer && ts.isStringLiteral(node.initializer) && hasWord(node.initializer.text))
    say(node, `words outside texts.ts: ${node.initializer.text}`);
  if (ts.isNewExpression(node) && node.expression.getText() === "Error" && node.arguments?.[0] && ts.isStringLiteralLike(node.arguments[0]))
    say(node, `words outside texts.ts: ${node.arguments[0].text}`);
  if (ts.isCallExpression(node) && node.expression.getText() === "complain" && node.arguments[0] && ts.isStringLiteralLike(node.arguments[0]))
    say(node, `words outside texts.ts: ${node.arguments[0].text}`);
  ts.forEachChild(node, look);
}

for (const name of config.fileNames) if (/\.tsx?$/.test(name) && !name.endsWith(file)) look(program.getSourceFile(name));

if (wrong.length) {
  console.error(wrong.join("\n"));
  process.exit(1);
}
