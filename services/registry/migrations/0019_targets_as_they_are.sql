-- A signed target is Base64 of hashes: to compress it takes longer than all else that writes a revision, and saves little.
alter table registry.revisions alter column envelope set storage external;
