/**
 * Maps that never change: setting a key makes a new map that shares all but a few small arrays with the old one. What
 * is known at each point of a function is such a map, so that branches cost nothing to fork, and where they meet only
 * what differs is looked at. A tree of arrays, by the number of the key, four bits a level.
 */

/** The number of each key, in the order in which they came. Only maps of one numbering can be compared. */
export class Numbering<K> {
  readonly #numbers = new Map<K, number>();
  readonly #keys: K[] = [];

  /** The number of a key, or -1 for one that no map has ever had. */
  find(key: K): number {
    return this.#numbers.get(key) ?? -1;
  }

  of(key: K): number {
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#keys.length;
      this.#numbers.set(key, number);
      this.#keys.push(key);
    }
    return number;
  }

  key(number: number): K {
    const key = this.#keys[number];
    if (key === undefined) throw new Error(`no key ${number}`);
    return key;
  }
}

const BITS = 4;
const WIDTH = 1 << BITS;

/** At the lowest level values, above it nodes; `undefined` where there is nothing. */
type Node<V> = readonly (V | Node<V> | undefined)[];

export class PersistentMap<K, V extends object> {
  readonly #numbering: Numbering<K>;
  readonly #root: Node<V>;
  /** Bits of the number below the root's own. */
  readonly #shift: number;

  private constructor(numbering: Numbering<K>, root: Node<V>, shift: number) {
    this.#numbering = numbering;
    this.#root = root;
    this.#shift = shift;
  }

  static empty<K, V extends object>(numbering: Numbering<K> = new Numbering()): PersistentMap<K, V> {
    return new PersistentMap<K, V>(numbering, [], 0);
  }

  get(key: K): V | undefined {
    const number = this.#numbering.find(key);
    if (number < 0 || number >> this.#shift >= WIDTH) return undefined;
    let node: Node<V> | undefined = this.#root;
    for (let shift = this.#shift; shift > 0; shift -= BITS) {
      node = node[(number >> shift) & (WIDTH - 1)] as Node<V> | undefined;
      if (!node) return undefined;
    }
    return node[number & (WIDTH - 1)] as V | undefined;
  }

  has(key: K): boolean {
    return this.get(key) !== undefined;
  }

  set(key: K, value: V): PersistentMap<K, V> {
    return this.#with(this.#numbering.of(key), value);
  }

  delete(key: K): PersistentMap<K, V> {
    return this.has(key) ? this.#with(this.#numbering.of(key), undefined) : this;
  }

  #with(number: number, value: V | undefined): PersistentMap<K, V> {
    let root = this.#root;
    let shift = this.#shift;
    for (; number >> shift >= WIDTH; shift += BITS) root = [root];
    const renewed = replaced(root, shift, number, value);
    return renewed === this.#root ? this : new PersistentMap(this.#numbering, renewed, shift);
  }

  /** Visits each entry, in the order in which the keys were numbered. */
  forEach(visit: (value: V, key: K) => void): void {
    const walk = (node: Node<V>, shift: number, base: number): void => {
      node.forEach((item, slot) => {
        if (item === undefined) return;
        const number = base | (slot << shift);
        if (shift > 0) walk(item as Node<V>, shift - BITS, number);
        else visit(item as V, this.#numbering.key(number));
      });
    };
    walk(this.#root, this.#shift, 0);
  }

  /** Visits the keys whose values differ, at the cost of what differs, not of the whole. */
  forEachDifference(
    other: PersistentMap<K, V>,
    visit: (key: K, mine: V | undefined, theirs: V | undefined) => void,
  ): void {
    const shift = Math.max(this.#shift, other.#shift);
    const walk = (mine: Node<V>, theirs: Node<V>, level: number, base: number): void => {
      if (mine === theirs) return;
      const length = Math.max(mine.length, theirs.length);
      for (let slot = 0; slot < length; slot++) {
        const a = mine[slot];
        const b = theirs[slot];
        if (a === b) continue;
        const number = base | (slot << level);
        if (level > 0) walk((a ?? []) as Node<V>, (b ?? []) as Node<V>, level - BITS, number);
        else visit(this.#numbering.key(number), a as V | undefined, b as V | undefined);
      }
    };
    walk(raised(this.#root, this.#shift, shift), raised(other.#root, other.#shift, shift), shift, 0);
  }
}

/** The node as the first of nodes above it, up to `to` bits. */
function raised<V>(node: Node<V>, from: number, to: number): Node<V> {
  let root = node;
  for (let shift = from; shift < to; shift += BITS) root = [root];
  return root;
}

function replaced<V>(node: Node<V>, shift: number, number: number, value: V | undefined): Node<V> {
  const slot = (number >> shift) & (WIDTH - 1);
  const before = node[slot];
  const after = shift > 0 ? replaced((before ?? []) as Node<V>, shift - BITS, number, value) : value;
  if (after === before) return node;
  const copy = node.slice();
  // No holes: an array with holes is slower to read.
  while (copy.length < slot) copy.push(undefined);
  copy[slot] = after;
  return copy;
}
