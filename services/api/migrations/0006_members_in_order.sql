-- Two members may have one address: a page of the list by rank begins behind the one with which the page before ended.
create index member_in_rank on api.member ((-tessera_rank), email, subject);
drop index api.member_by_rank;
create index member_subscribed_in_rank on api.member ((-tessera_rank), email, subject) where subscription_until is not null;
drop index api.member_subscribed_by_rank;
create index member_in_group_and_rank on api.member (peer_group_code, (-tessera_rank), email, subject);
drop index api.member_by_group_and_rank;
