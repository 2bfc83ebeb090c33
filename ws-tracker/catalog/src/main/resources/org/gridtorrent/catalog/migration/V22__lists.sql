-- One's own data sets and transfers are listed in pages, however many there are.
create index content_owner_created on content (owner_id, created desc, id);
create index task_account_state on task (account_id, state);
