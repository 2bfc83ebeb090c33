-- Data sets that their owners withdrew, rights that end by themselves, and what happened to a data set.

-- A state more. Of a column both databases drop the check along with it, whatever its name.
alter table content add column stage varchar(10);
update content set stage = state;
alter table content drop column state;
alter table content rename column stage to state;
alter table content alter column state set not null;
alter table content add constraint content_state
    check (state in ('PREPARING', 'PUBLISHED', 'FAILED', 'WITHDRAWN'));

create table content_withdrawal (
    content_id  varchar(40)   primary key references content on delete cascade,
    reason      varchar(1000) not null,
    withdrawn   timestamp with time zone not null
);

-- Null for a right without an end. The row goes when the end has come.
alter table content_group add column ends timestamp with time zone;
alter table content_account add column ends timestamp with time zone;
create index content_group_ends on content_group (ends);
create index content_account_ends on content_account (ends);

-- What is not told by other tables of what happened to a content; nobody's doing without an account.
create table content_event (
    id          varchar(40)   primary key,
    content_id  varchar(40)   not null references content on delete cascade,
    account_id  varchar(40)   references account on delete cascade,
    kind        varchar(10)   not null check (kind in ('SHARED', 'ENDED')),
    detail      varchar(2000) not null,
    happened    timestamp with time zone not null
);
create index content_event_content on content_event (content_id, happened);

-- What is new in a version, in its owner's words; and the versions that follow one.
alter table content add column changes varchar(4000) not null default '';
create index content_followers on content (previous_id);
