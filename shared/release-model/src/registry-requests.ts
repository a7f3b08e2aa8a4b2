/** What a registry is asked over HTTP to do. */
import type { Guard } from './guard';
import type { Step } from './plan';
import type { Policy } from './target';

/** Versions by the name of their part. */
export type Versions = Record<string, string>;

/** A command as people give it: releases by version. `commandSchema` of the release model says what each of them does. */
export type CommandRequest =
  | { kind: 'promote'; releases: Versions; fixes?: boolean }
  | { kind: 'canary'; releases: Versions; basisPoints: number }
  | { kind: 'end-canary' | 'enable' | 'retire'; parts: string[] }
  | { kind: 'disable'; parts: string[]; message: string }
  | { kind: 'rollback'; to?: number; again?: boolean }
  | { kind: 'yank' | 'restore'; release: { name: string; version: string } }
  | { kind: 'policy'; policy: Policy }
  | { kind: 'epoch' };

/** A plan as people give it: releases by version. */
export interface PlanRequest {
  releases: Versions;
  steps: Step[];
  /** Null for none; by default the registry decides. */
  guard?: Guard | null;
  /** ISO 8601 time of the first step; by default at once. */
  startsAt?: string | undefined;
  /** Number of the live revision as the caller knows it; 0 if there is none. */
  expectedRevision: number;
  reason?: string | undefined;
  /** Also after the guard aborted a plan of one of the releases. */
  again?: boolean | undefined;
}

/** A plan that others are asked to approve. */
export type ProposedPlanRequest = Omit<PlanRequest, 'expectedRevision' | 'reason'>;

/** What others are asked to approve, and why. */
export type ProposalRequest = ({ command: CommandRequest } | { plan: ProposedPlanRequest }) & {
  /** Number of the live revision as the caller knows it; without it, whatever is live. */
  expectedRevision?: number;
  reason: string;
};

export type PlanAct = 'pause' | 'resume' | 'continue' | 'abort';

export interface TokenRequest {
  name: string;
  verbs: string[];
  parts: string[];
  /** Default: those of the token that makes it. */
  environments?: string[] | undefined;
  /** Default: 90. */
  expiresInDays?: number | undefined;
  reason?: string | undefined;
}

export interface GrantRequest {
  holder: { kind: 'group' | 'team' | 'person'; name: string };
  role: string;
  parts: string[];
  /** Default: all. */
  environments?: string[] | undefined;
  /** Default: until it is revoked. */
  expiresInDays?: number | undefined;
  reason?: string | undefined;
}

export interface WebhookRequest {
  name: string;
  url: string;
  /** Default: everything. */
  events?: string[] | undefined;
  /** Default: those of the token that adds it. */
  environments?: string[] | undefined;
  reason?: string | undefined;
}

export interface CommandOptions {
  /** Number of the live revision as the caller knows it; 0 if there is none. */
  expectedRevision: number;
  reason?: string | undefined;
  /** Goes against a freeze, broken links and a missing rehearsal; for who manages tokens. */
  force?: boolean | undefined;
}
