/**
 * Collects which scripts each exposed and each provided module needs. Module Federation's own manifest lists one chunk for a shared module
 * instead of its chunk group, so preloading by it would leave a second round of requests.
 */
import webpack, { type Chunk, type ChunkGroup, type Compilation, type Compiler, type Configuration, type Module } from 'webpack';
import type { ModuleFiles, ProvidedModule } from '@site/contracts/release';
import { tableOf } from './chunk-files-plugin';
import type { LinksPlugin } from './links-plugin';

/** What Module Federation's own module classes carry; the package does not export their types. */
interface FederationModule extends Module {
  _name?: string;
  _version?: string;
  options?: { shareKey?: string };
}

/** A browser bundle's configuration, and the plugins in it that know the files of the modules and the links once it is built. */
export interface BrowserBundle {
  config: Configuration;
  moduleFiles: ModuleFilesPlugin;
  links: LinksPlugin;
}

const isScript = (file: string): boolean => file.endsWith('.js');

export class ModuleFilesPlugin {
  entries: string[] = [];
  exposes: Record<string, ModuleFiles> = {};
  provides: Record<string, ProvidedModule> = {};

  /** @param pages Exposed pages by the name of their chunk. */
  constructor(private readonly pages: ReadonlyMap<string, string> = new Map()) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('ModuleFilesPlugin', (compilation) => {
      compilation.hooks.processAssets.tap({ name: 'ModuleFilesPlugin', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT }, () =>
        this.collect(compilation),
      );
    });
  }

  private collect(compilation: Compilation): void {
    const { chunkGraph } = compilation;
    const chunkModules = (chunk: Chunk): FederationModule[] => [...chunkGraph.getChunkModulesIterable(chunk)];
    const files = (group: ChunkGroup): string[] => [...new Set(group.chunks.flatMap((chunk) => [...chunk.files]))].filter(isScript);
    const consumes = (group: ChunkGroup): string[] => {
      const modules = group.chunks.flatMap(chunkModules).filter(({ type }) => type === 'consume-shared-module');
      return [...new Set(modules.flatMap(({ options }) => options?.shareKey ?? []))].sort();
    };

    this.entries = [...compilation.entrypoints.values()].flatMap(files);
    this.provides = {};
    for (const module of compilation.modules as Set<FederationModule>) {
      if (module.type !== 'provide-module' || module._name === undefined) continue;
      const group = module.blocks[0] && chunkGraph.getBlockChunkGroup(module.blocks[0]);
      this.provides[module._name] = {
        version: String(module._version),
        files: group ? files(group) : [],
        consumes: group ? consumes(group) : [],
      };
    }
    const table = tableOf(compilation) ?? [];
    this.exposes = {};
    for (const [name, group] of compilation.namedChunkGroups) {
      const page = this.pages.get(name);
      if (page !== undefined) this.exposes[page] = { files: [table, files(group)].flat(), consumes: consumes(group) };
    }
  }
}
