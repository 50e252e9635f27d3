// SPDX-License-Identifier: MIT
/* Bundles, as docs/studio-protocol.md has them: a head and arrays. Items are made of their columns when somebody asks for
 * them: of thousands of reaches most are only drawn, for which the columns serve. */

export type Numbers = Float32Array | Float64Array | Uint8Array | Uint32Array;

export function view(type: string, bytes: ArrayBuffer, offset = 0, count?: number): Numbers {
  switch (type) {
    case "float32": return new Float32Array(bytes, offset, count);
    case "float64": return new Float64Array(bytes, offset, count);
    case "uint8": case "bool": return new Uint8Array(bytes, offset, count);
    case "uint32": return new Uint32Array(bytes, offset, count);
    default: throw new Error(`unknown type of values: ${type}`);
  }
}

type Row = { type: string; offset: number; count: number };
type Words = Record<string, Record<number, string>>;
type Item = Record<string, number | boolean | string>;

interface Head {
  arrays: Record<string, Row>;
  columns?: Record<string, Row>;
  words?: Words;
  count?: number;
  [name: string]: unknown;
}

export class Bundle {
  readonly head: Head;
  readonly arrays: Record<string, Numbers>;
  readonly columns: Record<string, Numbers>;
  private made: Item[] | null = null;

  constructor(bytes: ArrayBuffer) {
    const length = new DataView(bytes).getUint32(0, true), start = Math.ceil((4 + length) / 8) * 8;
    this.head = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length))) as Head;
    const all = (rows: Record<string, Row> = {}) =>
      Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, view(row.type, bytes, start + row.offset, row.count)]));
    this.arrays = all(this.head.arrays);
    this.columns = all(this.head.columns);
  }

  get items(): Item[] {
    return (this.made ??= this.make());
  }

  private make(): Item[] {
    const { head, columns } = this, items = Array.from({ length: head.count ?? 0 }, () => ({}) as Item);
    for (const [name, values] of Object.entries(columns)) {
      const truth = head.columns![name]!.type === "bool";
      for (let i = 0; i < items.length; i++) items[i]![name] = truth ? values[i] === 1 : values[i]!;
    }
    for (const [name, words] of Object.entries(head.words ?? {}))
      for (let i = 0; i < items.length; i++) items[i]![name] = words[i] ?? "";
    return items;
  }
}
