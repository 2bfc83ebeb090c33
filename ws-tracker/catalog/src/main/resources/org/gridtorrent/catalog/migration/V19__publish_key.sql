-- By which whoever publishes says that it is asked for again; null for what was asked for without one.
alter table content add column request_key varchar(100);
create unique index content_request_key on content (owner_id, request_key);
