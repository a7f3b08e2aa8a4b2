/** What is different between two releases of a part, for people who decide about them. */
import type { ReleaseDescriptor } from '@site/contracts/release';
import { isPageRoute, type Route } from '@site/contracts/remote-config';
import { changedNames } from './revision-log';

/** One value that is another one. Null: there is none. */
export interface ValueDiff {
  from: string | null;
  to: string | null;
}

export interface RouteDiff {
  path: string;
  /** In words: `page ./home, title Home, access public`, or `redirect /offer`. Null: the path is not declared. */
  from: string | null;
  to: string | null;
  /** What of a route that both declare is different. Empty for one that is added or removed. */
  fields: ({ field: 'page' | 'title' | 'access' | 'redirect' } & ValueDiff)[];
}

export interface FileDiff {
  path: string;
  /** Bytes, uncompressed. Null: there is no such file. */
  from: number | null;
  to: number | null;
}

export interface ModuleDiff extends ValueDiff {
  /** Share key. */
  module: string;
  /** `provides`: versions. `requires`: ranges, with `, one for all` for a module of which there must be one. */
  kind: 'provides' | 'requires';
}

export interface ReleaseDiff {
  name: string;
  /** Versions. Null for a part that there is on one side only. */
  from: string | null;
  to: string | null;
  routes: RouteDiff[];
  modules: ModuleDiff[];
  files: FileDiff[];
  /** Bytes of all files, uncompressed; 0 without a release. */
  size: { from: number; to: number };
}

/** Everything by path or share key. A file with a hash in its name that has other contents is another file. */
export function diffReleases(name: string, before: ReleaseDescriptor | null, after: ReleaseDescriptor | null): ReleaseDiff {
  return {
    name,
    from: before?.version ?? null,
    to: after?.version ?? null,
    routes: diffRoutes(before, after),
    modules: [...diffModules('provides', provided(before), provided(after)), ...diffModules('requires', required(before), required(after))],
    files: diffFiles(before, after),
    size: { from: sizeOf(before), to: sizeOf(after) },
  };
}

type Release = ReleaseDescriptor | null;

function diffRoutes(before: Release, after: Release): RouteDiff[] {
  const [old, now] = [before, after].map((release) => new Map(release?.routes.map((route) => [route.path, route]))) as [Routes, Routes];
  return changedNames(inWords(old), inWords(now)).map((path) => {
    const [from, to] = [old.get(path), now.get(path)];
    return { path, from: from ? described(from) : null, to: to ? described(to) : null, fields: from && to ? diffFields(from, to) : [] };
  });
}

type Routes = Map<string, Route>;

const inWords = (routes: Routes): Record<string, string> =>
  Object.fromEntries([...routes].map(([path, route]) => [path, described(route)]));

const described = (route: Route): string =>
  Object.entries(fieldsOf(route))
    .map(([field, value]) => `${field} ${value}`)
    .join(', ');

const FIELDS = ['page', 'title', 'access', 'redirect'] as const;

type Fields = Partial<Record<(typeof FIELDS)[number], string>>;

const fieldsOf = (route: Route): Fields =>
  isPageRoute(route) ? { page: route.page, title: route.title, access: route.access } : { redirect: route.redirect };

function diffFields(one: Route, other: Route): RouteDiff['fields'] {
  const [from, to] = [fieldsOf(one), fieldsOf(other)];
  return FIELDS.filter((field) => from[field] !== to[field]).map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null }));
}

const provided = (release: Release): Record<string, string> => mapped(release?.provides ?? {}, ({ version }) => version);
const required = (release: Release): Record<string, string> =>
  mapped(release?.requires ?? {}, ({ range, singleton }) => (singleton ? `${range}, one for all` : range));

const mapped = <T>(record: Record<string, T>, to: (value: T) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]));

const diffModules = (kind: ModuleDiff['kind'], from: Record<string, string>, to: Record<string, string>): ModuleDiff[] =>
  changedNames(from, to).map((module) => ({ module, kind, from: from[module] ?? null, to: to[module] ?? null }));

function diffFiles(before: Release, after: Release): FileDiff[] {
  const [old, now] = [filesOf(before), filesOf(after)];
  const contents = (files: Files) => Object.fromEntries([...files].map(([path, { integrity }]) => [path, integrity]));
  return changedNames(contents(old), contents(now)).map((path) => ({
    path,
    from: old.get(path)?.size ?? null,
    to: now.get(path)?.size ?? null,
  }));
}

type Files = Map<string, ReleaseDescriptor['files'][number]>;

const filesOf = (release: Release): Files => new Map(release?.files.map((file) => [file.path, file]));
const sizeOf = (release: Release): number => (release?.files ?? []).reduce((sum, { size }) => sum + size, 0);
