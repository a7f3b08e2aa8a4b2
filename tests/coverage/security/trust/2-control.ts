import { withoutBackend } from '../../files';
import { cluster, edgeSite, edgeTrust, migrationRules, proxy, sequence, sequencesModel, startServices, tokens } from '../files';
import type { Chapter } from '../requirement';
import { row } from './row';

export const control: Chapter = {
  title: 'What decides what is live',
  requirements: [
    row('registry-down', 'While registry or database are down, pages go on, and a promotion says that it cannot.', {
      seenRed: 'the target that an edge keeps on disk; the waiting of a process that finds its database away.',
      tests: [
        ...edgeSite(
          'the last known good target › is served at once after a restart while the registry is down',
          'the last known good target › keeps being served while the registry is down',
        ),
        ...startServices('lives and waits, unready'),
        ...withoutBackend('every page that needs no data is served whole'),
        ...cluster('shows its pages while PostgreSQL is away'),
      ],
      how: 'npm run cluster takes the database away for longer, under more load; for an hour with CLUSTER_OUTAGE_MS=3600000.',
    }),
    row('unsigned', 'What is unsigned, expired, replayed or of another team is refused, and on record.', {
      seenRed:
        'the check of signatures; the refusal of an older target; the refusal of an expired token, and of parts that a token does not cover.',
      tests: [
        ...edgeTrust(
          'that is not signed is refused',
          'that is signed by a stranger is refused',
          'a target › that was live before is refused',
        ),
        ...tokens('is on record with the name of the token › expired', 'is on record with the name of the token › another part'),
      ],
    }),
    row('deploy', 'Processes are replaced under load, also by a release older than the database: no visitor notices.', {
      seenRed:
        'code that lives with a migration it does not know; the word in a migration that takes a column away; `proxy_next_upstream`, which asks another replica.',
      tests: [
        ...cluster('fails no visitor while it goes back from a release that has migrated'),
        ...migrationRules('let code with one migration fewer start: …', 'take away nothing that an older release uses'),
        ...proxy('loses no request when one of two replicas goes away'),
      ],
      how: 'npm test makes the database look as the next release would leave it, in the short form of the cluster. npm run cluster has two real ones: it takes every process back to the release before the last migration, with programs of its own sources, and forward again.',
    }),
    row('promotions-at-once', 'Of twenty promotions at once exactly one wins; the others are told what changed.', {
      seenRed: 'the comparison with the revision that was seen.',
      tests: sequence('lets exactly one of 20 simultaneous promotions win'),
    }),
    row('sequences', 'After any sequence of commands, what is live equals a model, and each revision can be had again.', {
      seenRed: 'the refusal of yanked releases; the revision that a rollback names.',
      tests: [
        ...sequence('equals a model after any promotions and rollbacks'),
        ...sequencesModel('what is live, what it falls back to and what was refused'),
      ],
    }),
  ],
};
