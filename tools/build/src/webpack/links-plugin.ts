/**
 * Collects the addresses of the site that the sources of a bundle name, in whatever way they are used. More than the links are found, which
 * does no harm: an address counts only where some release declares it. What is put together from other pieces than the beginning of an
 * address is not found, and neither is what the API sends.
 *
 * A module of nothing but exported constants and functions is a table, such as `paths.ts` of the contracts: of it only those addresses count
 * whose exports other modules of the bundle use.
 */
import type { Compilation, Compiler, Module } from 'webpack';
import { addressesIn, tableOf, type Table } from './addresses-in-sources';

type SourceModule = Module & { resource?: string };

export class LinksPlugin {
  /** By the file of the module. */
  readonly #addresses = new Map<string, string[]>();
  readonly #tables = new Map<string, Table>();
  /** Exports that are used, by the file of their table. */
  readonly #used = new Map<string, Set<string>>();

  /** Sorted, each once. Complete when the bundle is built. */
  get links(): string[] {
    const ofTables = [...this.#used].flatMap(([file, names]) => [...names].flatMap((name) => this.#tables.get(file)?.get(name) ?? []));
    return [...new Set([...this.#addresses.values(), ofTables].flat())].sort();
  }

  apply(compiler: Compiler): void {
    compiler.hooks.normalModuleFactory.tap('LinksPlugin', (factory) => {
      for (const type of ['javascript/auto', 'javascript/esm'] as const) {
        factory.hooks.parser.for(type).tap('LinksPlugin', (parser) => {
          parser.hooks.program.tap('LinksPlugin', (program) => {
            const { resource } = parser.state.module as SourceModule;
            if (resource !== undefined && !resource.includes('node_modules')) this.#read(resource, program);
          });
        });
      }
    });
    compiler.hooks.compilation.tap('LinksPlugin', (compilation) => {
      compilation.hooks.finishModules.tap('LinksPlugin', (modules) => {
        for (const module of modules) this.#noteUses(compilation, module);
      });
    });
  }

  #read(file: string, program: unknown): void {
    const table = tableOf(program);
    this.#addresses.set(file, table ? [] : addressesIn(program));
    if (table) this.#tables.set(file, table);
    else this.#tables.delete(file);
  }

  #noteUses({ moduleGraph }: Compilation, user: Module): void {
    for (const { dependency } of moduleGraph.getOutgoingConnections(user)) {
      const { resource } = (dependency && (moduleGraph.getModule(dependency) as SourceModule | null)) ?? {};
      const table = resource === undefined ? undefined : this.#tables.get(resource);
      if (!dependency || resource === undefined || !table) continue;
      const used = this.#used.get(resource) ?? new Set();
      this.#used.set(resource, used);
      for (const reference of dependency.getReferencedExports(moduleGraph, undefined)) {
        // Without a name it is the module as a whole.
        const [name] = Array.isArray(reference) ? reference : reference.name;
        for (const one of name === undefined ? table.keys() : [name]) used.add(one);
      }
    }
  }
}
