/** Reads the stream of server-sent events with which a registry tells of its revisions. */

/** Name and data of one. */
export interface ServerSentEvent {
  event: string;
  data: string;
}

/** @param onActivity Called for everything that arrives, comments that keep the connection alive included. */
export async function* serverSentEvents(
  body: AsyncIterable<Uint8Array>,
  onActivity: () => void = () => undefined,
): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    onActivity();
    text = (text + decoder.decode(chunk, { stream: true })).replaceAll('\r\n', '\n');
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parseBlock(block);
      if (event) yield event;
    }
  }
}

function parseBlock(block: string): ServerSentEvent | null {
  const fields = block.split('\n').map((line) => /^([^:]+): ?(.*)$/.exec(line));
  const valuesOf = (name: string) => fields.flatMap((field) => (field?.[1] === name ? [field[2] ?? ''] : []));
  const data = valuesOf('data');
  return data.length > 0 ? { event: valuesOf('event').at(-1) ?? 'message', data: data.join('\n') } : null;
}
