/** Rendered pages of what may become live, up to a number and a size. */
import type { RenderOutput } from '@site/contracts/prerender';

const MOST_PAGES = 1_000;
/** Characters. */
const MOST_KEPT = 48_000_000;

export class ProspectivePages {
  readonly #pages = new Map<string, RenderOutput>();
  #size = 0;

  constructor(private readonly most = { pages: MOST_PAGES, characters: MOST_KEPT }) {}

  /** Whether nothing more is to be rendered for it. */
  get isFull(): boolean {
    return this.#pages.size >= this.most.pages || this.#size >= this.most.characters;
  }

  get(key: string): RenderOutput | undefined {
    return this.#pages.get(key);
  }

  /** @returns Whether it is kept: it is not if that were too much. */
  keep(key: string, page: RenderOutput): boolean {
    this.#drop(key);
    if (this.#pages.size >= this.most.pages || this.#size + sizeOf(page) > this.most.characters) return false;
    this.#pages.set(key, page);
    this.#size += sizeOf(page);
    return true;
  }

  /** Forgets all pages but these. */
  retain(keys: ReadonlySet<string>): void {
    for (const key of [...this.#pages.keys()]) if (!keys.has(key)) this.#drop(key);
  }

  #drop(key: string): void {
    const page = this.#pages.get(key);
    if (page) this.#size -= sizeOf(page);
    this.#pages.delete(key);
  }
}

const sizeOf = ({ html, head, styles }: RenderOutput): number =>
  html.length + head.length + styles.reduce((sum, { css }) => sum + css.length, 0);
