/** What a PostgreSQL server did for the statements that really ran, told by itself (auto_explain). */
import { type Database, openDatabase } from '@site/platform/database';

/** A part of a table that was read in one go. */
export interface Read {
  table: string;
  /** How it was read, such as `Seq Scan`. */
  by: string;
  /** Rows that were looked at, each time. */
  rows: number;
  statement: string;
}

export interface Explained {
  database: Database;
  /** The reads since this was called last, the largest first. */
  reads(): Read[];
}

interface PlanNode {
  'Node Type': string;
  Schema?: string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_verbose': 'on',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
};

/** @param url Of a server, as a superuser: nobody else may load auto_explain. */
export async function openExplained(url: string): Promise<Explained> {
  const explained = new URL(url);
  explained.searchParams.set(
    'options',
    Object.entries(SETTINGS)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  );
  let reads: Read[] = [];
  const database = await openDatabase({ url: explained.href, onNotice: (message) => reads.push(...readsIn(message)) });
  return {
    database,
    reads() {
      const found = reads.sort((one, other) => other.rows - one.rows);
      reads = [];
      return found;
    },
  };
}

function readsIn(notice: string): Read[] {
  const json = notice.indexOf('{');
  if (!notice.includes('plan:') || json < 0) return [];
  const { 'Query Text': text, Plan: plan } = JSON.parse(notice.slice(json)) as { 'Query Text': string; Plan: PlanNode };
  const statement = text.replace(/\s+/g, ' ');
  return nodesOf(plan).flatMap((node) => {
    const { Schema: schema, 'Relation Name': table, 'Node Type': by } = node;
    // A bitmap is read by the node above it, a row that is written by the one below.
    if (table === undefined || schema === 'pg_catalog' || by === 'ModifyTable' || by === 'LockRows') return [];
    const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    return [{ table: `${schema}.${table}`, by, rows, statement }];
  });
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
