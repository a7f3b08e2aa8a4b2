/** For tests that Jest runs: what an edge stands on, made before them and removed after them. */
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { createTestDirectory } from '@site/platform/testing/test-directory';
import type { EdgeOptions } from '../plugin';
import { startTestEdge, startTestRegistry, type TestEdge, type TestRegistry } from './test-edge';

/** A folder, a registry, and edges on both. */
export interface TestGround {
  readonly directory: string;
  readonly registry: TestRegistry;
  /** The one that was started last. It is closed with the rest. */
  readonly edge: TestEdge;
  start(options?: Partial<EdgeOptions>): Promise<void>;
}

type Hook = (run: () => Promise<void>) => void;

function groundOf(before: Hook, after: Hook): TestGround {
  let directory: Awaited<ReturnType<typeof createTestDirectory>>;
  let registry: TestRegistry;
  let edge: TestEdge | undefined;
  before(async () => {
    edge = undefined;
    directory = await createTestDirectory();
    registry = await startTestRegistry();
  });
  after(async () => {
    await edge?.server.close();
    await registry.stop();
    await directory.remove();
  });
  return {
    get directory() {
      return directory.path;
    },
    get registry() {
      return registry;
    },
    get edge() {
      if (!edge) throw new Error('no edge was started');
      return edge;
    },
    async start(options) {
      edge = await startTestEdge(directory.path, registry.url, options);
    },
  };
}

/** Another ground for each test of the file, or of the `describe` in which it is called. */
export const groundOfEachTest = (): TestGround => groundOf(beforeEach, afterEach);
/** One ground for all of them. */
export const groundOfAllTests = (): TestGround => groundOf(beforeAll, afterAll);
