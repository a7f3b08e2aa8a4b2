/**
 * Collects the addresses of the site that the sources of a bundle name, in whatever way they are used. More than the links are found, which
 * does no harm: an address counts only where some release declares it. What is put together from other pieces than the beginning of an
 * address is not found, and neither is what the API sends.
 */
import type { Compiler, Module } from 'webpack';

/** The parts of the syntax tree (ESTree) that texts stand in. */
interface Node {
  type: string;
  value?: unknown;
  quasis?: { value: { cooked?: string | null } }[];
}

/** Stands for what is put in at run time. */
const PLACEHOLDER = ':';
const LONGEST = 200;
const ADDRESS = /^\/(?:[\w.:~%-]+(?:\/[\w.:~%-]+)*\/?)?$/;

export class LinksPlugin {
  readonly #byModule = new Map<string, string[]>();

  /** Sorted, each once. Complete when the bundle is built. */
  get links(): string[] {
    return [...new Set([...this.#byModule.values()].flat())].sort();
  }

  apply(compiler: Compiler): void {
    compiler.hooks.normalModuleFactory.tap('LinksPlugin', (factory) => {
      for (const type of ['javascript/auto', 'javascript/esm'] as const) {
        factory.hooks.parser.for(type).tap('LinksPlugin', (parser) => {
          parser.hooks.program.tap('LinksPlugin', (program) => {
            const module = parser.state.module as Module & { resource?: string };
            const { resource } = module;
            if (resource !== undefined && !resource.includes('node_modules')) this.#byModule.set(resource, addressesIn(program));
          });
        });
      }
    });
  }
}

/** Addresses among the texts of a syntax tree. */
export function addressesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(addressesIn);
  if (node === null || typeof node !== 'object' || !('type' in node)) return [];
  const address = addressOf(textOf(node as Node));
  const inside = Object.values(node).flatMap((child: unknown) => (typeof child === 'object' ? addressesIn(child) : []));
  return address === null ? inside : [address, ...inside];
}

function textOf({ type, value, quasis }: Node): string {
  if (type === 'Literal' && typeof value === 'string') return value;
  return type === 'TemplateLiteral' ? (quasis ?? []).map((quasi) => quasi.value.cooked ?? '').join(PLACEHOLDER) : '';
}

/** Without query and hash; null for a text that is no address of the site. */
function addressOf(text: string): string | null {
  const address = text.replace(/[?#].*$/s, '');
  return address.length <= LONGEST && ADDRESS.test(address) ? address : null;
}
