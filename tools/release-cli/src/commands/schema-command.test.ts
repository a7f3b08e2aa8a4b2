import { describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { createProgram } from '../main';
import { OUTPUTS } from '../output-schemas';
import { json, release, useRegistry } from '../testing/release-command';

useRegistry();

/** Commands that answer in JSON, by their words. */
const answering = (command: Command, words: string[] = []): string[] => [
  ...(command.options.some(({ long }) => long === '--json') ? [words.join(' ')] : []),
  ...command.commands.flatMap((each) => answering(each, [...words, each.name()])),
];

describe('what commands print with --json', () => {
  it('has a schema for every command that has the option', () => {
    expect(Object.keys(OUTPUTS).sort()).toEqual(answering(createProgram()).sort());
  });

  it('is told as JSON Schema, with the version that programs rely on', async () => {
    const one = json(await release(['schema', 'plan', 'show']));
    expect(one).toMatchObject({ title: 'release plan show --json', $comment: 'schemaVersion 1', type: 'object' });
    expect(one.required).toContain('state');
    expect(one).not.toHaveProperty('additionalProperties');
    const all = json(await release(['schema']));
    expect([all.schemaVersion, Object.keys(all.commands)]).toEqual([1, Object.keys(OUTPUTS)]);
    expect(all.failure.required).toEqual(['error']);
    expect((await release(['schema', 'plan'])).code).toBe(6);
  });

  it('has beside its schema nothing that strict validators do not know', async () => {
    const { title: _title, $comment: _comment, ...schema } = json(await release(['schema', 'plan', 'show']));
    expect(schema).toEqual(json(await release(['schema'])).commands['plan show']);
  });

  it('has no format that validators do not know', async () => {
    const formats = [...(await release(['schema'])).out.matchAll(/"format": "(.*)"/g)].map(([, format]) => format);
    expect([...new Set(formats)].sort()).toEqual(['date', 'date-time', 'uri']);
  });
});
