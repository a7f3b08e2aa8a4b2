/** JSON Schemas of what commands print with `--json`. */
import type { Command } from 'commander';
import * as z from 'zod/mini';
import { EXIT, Failure } from '../failure';
import { failureSchema, OUTPUTS, SCHEMA_VERSION } from '../output-schemas';
import { say } from '../terminal';

export function register(program: Command): void {
  program
    .command('schema')
    .argument('[command...]', 'such as status or plan show; without it, all of them')
    .description('print the JSON Schema of what a command prints with --json')
    .action(schemaCommand);
}

function schemaCommand(words: string[]): void {
  if (words.length === 0) {
    const commands = Object.fromEntries(Object.entries(OUTPUTS).map(([name, schema]) => [name, jsonSchemaOf(schema)]));
    return say(inLines({ schemaVersion: SCHEMA_VERSION, commands, failure: jsonSchemaOf(failureSchema) }));
  }
  const name = words.join(' ');
  const schema = OUTPUTS[name];
  if (!schema) throw new Failure(`No command '${name}' prints JSON. There are: ${Object.keys(OUTPUTS).join(', ')}.`, EXIT.notFound);
  say(inLines({ title: `release ${name} --json`, $comment: `schemaVersion ${SCHEMA_VERSION}`, ...jsonSchemaOf(schema) }));
}

/** What zod calls a format, where it is a pattern that stands beside it: validators refuse a format that they do not know. */
const NO_FORMATS: readonly unknown[] = ['includes', 'starts_with'];

/** Fields that it does not name are allowed: they may come with a later release. */
const jsonSchemaOf = (schema: z.ZodMiniType): object =>
  z.toJSONSchema(schema, {
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (NO_FORMATS.includes(jsonSchema.format)) delete jsonSchema.format;
    },
  });

const inLines = (value: object): string => JSON.stringify(value, null, 2);
