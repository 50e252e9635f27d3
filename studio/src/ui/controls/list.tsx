// SPDX-License-Identifier: MIT
/* Rows. Those of a few numbers are a table; larger ones fold, with the usual controls inside, lists among them. */
import { createSignal, For, Index, Show } from "solid-js";
import { edit } from "../../state/store";
import type { Param, Values } from "../../state/protocol";
import { texts } from "../../texts";
import { Icon } from "../kit/icons";
import { MenuItem, moveInMenu, type MenuLine } from "../kit/menu";
import { Popover } from "../kit/popover";
import { automaticOf } from "./automatic";
import { Control } from "./control";
import { NumberEntry } from "./number";
import { newRow } from "./new-row";
import { put, type Target } from "./target";
import { prettyUnit, withUnit, words } from "./units";

const atOnce = 30; // rows that are shown before one asks for more

interface RowProps {
  target: Target;
  row: number;
  count: number;
  values: () => Values;
}

function cell(target: Target, row: number, column: Param, values: () => Values): Target {
  return {
    stage: target.stage,
    path: `${target.path}[${row}].${column.name}`,
    param: column,
    value: () => values()[column.name],
  };
}

function rowOps(target: Target) {
  const { stage, path, param } = target;
  const name = words(param.name);
  return {
    add: (row: number, value: unknown) =>
      edit(texts.edits.addRow(name), [{ op: "insert_row", stage, path, row, value }]),
    remove: (row: number) => edit(texts.edits.removeRow(name), [{ op: "remove_row", stage, path, row }]),
    move: (row: number, to: number, value: unknown) =>
      edit(texts.edits.moveRow(name), [
        { op: "remove_row", stage, path, row },
        { op: "insert_row", stage, path, row: to, value },
      ]),
  };
}

function RowButtons(props: RowProps) {
  const ops = () => rowOps(props.target);
  const plain = () => JSON.parse(JSON.stringify(props.values())) as Values;
  return (
    <span class="row-buttons">
      <button
        type="button"
        class="button plain icon tiny"
        disabled={props.row === 0}
        aria-label={texts.list.up(props.row + 1)}
        title={texts.list.up(props.row + 1)}
        onClick={() => void ops().move(props.row, props.row - 1, plain())}
      >
        <Icon name="up" size={12} />
      </button>
      <button
        type="button"
        class="button plain icon tiny"
        disabled={props.row + 1 >= props.count}
        aria-label={texts.list.down(props.row + 1)}
        title={texts.list.down(props.row + 1)}
        onClick={() => void ops().move(props.row, props.row + 1, plain())}
      >
        <Icon name="down" size={12} />
      </button>
      <button
        type="button"
        class="button plain icon tiny"
        aria-label={texts.list.remove(props.row + 1)}
        title={texts.list.remove(props.row + 1)}
        onClick={() => void ops().remove(props.row)}
      >
        <Icon name="cross" size={12} />
      </button>
    </span>
  );
}

const isCompact = (columns: Param[]) =>
  columns.length <= 4 && columns.every((column) => column.type === "real" || column.type === "int");

/* The number of a row is its menu, so that the cells have all the width. */
function RowMenu(props: RowProps) {
  const ops = () => rowOps(props.target);
  const plain = () => JSON.parse(JSON.stringify(props.values())) as Values;
  const lines = (): MenuLine[] => {
    const { row, count } = props;
    return [
      {
        text: texts.list.moveUp,
        icon: "up",
        why: row === 0 ? " " : null,
        act: () => void ops().move(row, row - 1, plain()),
      },
      {
        text: texts.list.moveDown,
        icon: "down",
        why: row + 1 >= count ? " " : null,
        act: () => void ops().move(row, row + 1, plain()),
      },
      { text: texts.list.removeRow, icon: "cross", danger: true, act: () => void ops().remove(row) },
    ];
  };
  return (
    <Popover
      label={texts.list.row(props.row + 1)}
      buttonClass="row-handle"
      button={<>{props.row + 1}</>}
      class="menu"
      role="menu"
    >
      {(close) => (
        <div onKeyDown={moveInMenu}>
          <For each={lines()}>{(line, at) => <MenuItem line={line} first={at() === 0} close={close} />}</For>
        </div>
      )}
    </Popover>
  );
}

function TableRow(props: RowProps & { columns: Param[] }) {
  return (
    <tr>
      <td class="row-number">
        <RowMenu {...props} />
      </td>
      <For each={props.columns}>
        {(column) => (
          <td>
            <NumberEntry
              plain
              fixedUnit
              whole={column.type === "int"}
              value={Number(props.values()[column.name] ?? 0)}
              unit={column.unit}
              automatic={automaticOf(column)}
              label={`${words(column.name)} ${props.row + 1}`}
              onCommit={(value) => void put(cell(props.target, props.row, column, props.values), value)}
            />
          </td>
        )}
      </For>
    </tr>
  );
}

function summary(columns: Param[], values: Values): string {
  const first = columns[0] && values[columns[0].name];
  if (typeof first === "string" && first !== "") return words(first);
  return columns
    .flatMap((column) => {
      const value = values[column.name];
      const stands = automaticOf(column)?.value; // for words that say no more than a value left out
      if (typeof value === "number" && value !== 0 && value !== stands) return [`${words(column.name)} ${withUnit(value, column.unit, 3)}`];
      if (typeof value === "string" && value !== "") return [words(value)];
      if (Array.isArray(value) && value.length) return [texts.list.count(value.length, words(column.name))];
      return [];
    })
    .slice(0, 3)
    .join(" · ");
}

function FoldedRow(props: RowProps & { columns: Param[] }) {
  const [open, setOpen] = createSignal(props.count === 1);
  return (
    <li class="folded-row">
      <div class="row folded-head">
        <button type="button" class="button plain grow fold" aria-expanded={open()} onClick={() => setOpen(!open())}>
          <Icon name={open() ? "down" : "right"} size={12} />
          <span class="row-number">{props.row + 1}</span>
          <span class="cut">{summary(props.columns, props.values())}</span>
        </button>
        <RowButtons {...props} />
      </div>
      <Show when={open()}>
        <div class="parts">
          <For each={props.columns}>
            {(column) => <Control target={cell(props.target, props.row, column, props.values)} inner />}
          </For>
        </div>
      </Show>
    </li>
  );
}

export function ListControl(props: { target: Target; id: string; help: string }) {
  const [all, setAll] = createSignal(false);
  const rows = () => (props.target.value() as Values[] | undefined) ?? [];
  const columns = () => props.target.param.columns ?? [];
  const seen = () => (all() ? rows() : rows().slice(0, atOnce));
  const add = () => void rowOps(props.target).add(rows().length, newRow(props.target.param, rows()));
  return (
    <div
      class="list"
      id={props.id}
      role="group"
      aria-label={words(props.target.param.name)}
      aria-describedby={props.help}
    >
      <Show when={rows().length > 0}>
        <Show
          when={isCompact(columns())}
          fallback={
            <ol>
              <Index each={seen()}>
                {(values, row) => (
                  <FoldedRow
                    target={props.target}
                    row={row}
                    count={rows().length}
                    values={values}
                    columns={columns()}
                  />
                )}
              </Index>
            </ol>
          }
        >
          <table>
            <thead>
              <tr>
                <th>
                  <span class="unseen">{texts.list.number}</span>
                </th>
                <For each={columns()}>
                  {(column) => (
                    <th title={column.help}>
                      {words(column.name)}
                      <span class="unit">{prettyUnit(column.unit)}</span>
                    </th>
                  )}
                </For>
              </tr>
            </thead>
            <tbody>
              <Index each={seen()}>
                {(values, row) => (
                  <TableRow target={props.target} row={row} count={rows().length} values={values} columns={columns()} />
                )}
              </Index>
            </tbody>
          </table>
        </Show>
      </Show>
      <div class="row list-foot">
        <button type="button" class="button plain" onClick={add}>
          <Icon name="plus" size={12} />
          {texts.list.add}
        </button>
        <Show when={rows().length > atOnce}>
          <button type="button" class="button plain" onClick={() => setAll(!all())}>
            {all() ? texts.list.fewer : texts.list.all(rows().length)}
          </button>
        </Show>
      </div>
    </div>
  );
}
