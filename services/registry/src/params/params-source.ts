/** The runtime parameters: the server's defaults, overlaid by a file that operators edit while the site runs. */
import { readFile, stat } from 'node:fs/promises';
import { contactFactsSchema, paramsSchema, type Params } from '@site/contracts/params';
import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';

export interface ParamsOptions {
  defaults: Params;
  /** JSON with any of the fields of `Params`. It need not exist. */
  file: string;
}

/** A file of parameters that cannot be used. The message is a sentence for the operator. */
export class ParamsError extends Error {
  override name = 'ParamsError';
}

const fileSchema = z.partial(z.strictObject({ ...paramsSchema.shape, contact: z.partial(contactFactsSchema) }));
const CHECK_INTERVAL_MS = 1_000;

export class ParamsSource {
  #current: Params;
  #stamp: string;
  #timer: NodeJS.Timeout | undefined;

  private constructor(
    private readonly options: ParamsOptions,
    private readonly logger: FastifyBaseLogger,
    current: Params,
    stamp: string,
  ) {
    this.#current = current;
    this.#stamp = stamp;
  }

  /** @throws ParamsError when the file exists and cannot be used. */
  static async open(options: ParamsOptions, logger: FastifyBaseLogger): Promise<ParamsSource> {
    const stamp = await stampOf(options.file);
    return new ParamsSource(options, logger, await readParams(options), stamp);
  }

  get current(): Params {
    return this.#current;
  }

  /** Calls back whenever the file has changed to something usable. What is not usable is logged, and the parameters stay as they are. */
  watch(onChange: () => void): void {
    this.#timer = setInterval(() => void this.#check(onChange), CHECK_INTERVAL_MS);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #check(onChange: () => void): Promise<void> {
    const stamp = await stampOf(this.options.file);
    if (stamp === this.#stamp) return;
    this.#stamp = stamp;
    try {
      this.#current = await readParams(this.options);
      onChange();
    } catch (error) {
      this.logger.error({ problem: (error as Error).message }, 'parameters stay as they were');
    }
  }
}

async function readParams({ defaults, file }: ParamsOptions): Promise<Params> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw new ParamsError(`The parameters in ${file} cannot be read: ${error.message}.`);
  });
  const given = fileSchema.safeParse(parseJson(text, file));
  if (!given.success) {
    const issue = given.error.issues[0];
    throw new ParamsError(`The parameters in ${file} cannot be used: ${issue?.path.join('.') || 'the file'}: ${issue?.message}.`);
  }
  // The contact facts are overlaid one by one; everything else means something only as a whole.
  const params = paramsSchema.parse({ ...defaults, ...given.data, contact: { ...defaults.contact, ...given.data.contact } });
  // A site may do without these: whoever empties the text means that there is none.
  if (params.maintenance_message?.trim() === '') delete params.maintenance_message;
  if (params.analytics_tag?.trim() === '') delete params.analytics_tag;
  return params;
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ParamsError(`The parameters in ${file} are not JSON: ${(error as Error).message}.`);
  }
}

const stampOf = async (file: string): Promise<string> =>
  stat(file).then(
    ({ ino, mtimeMs, size }) => `${ino} ${mtimeMs} ${size}`,
    () => 'absent',
  );
