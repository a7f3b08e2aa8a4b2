-- The desk counts followers, uses and members; removing a row checks who refers to it.
create index player_playbook_playbook on api.player_playbook (playbook_id);
create index player_demo_kind on api.player_demo (demo_kind_id);
create index member_peer_group on api.member (peer_group_code);
