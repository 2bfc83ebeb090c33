-- What people say of themselves besides their names.
alter table account add column orcid varchar(19) not null default '';
alter table account add column affiliation varchar(200) not null default '';
alter table account add column mail varchar(254) not null default '';

-- For the list of one's sessions; of those from before, the upgrade is their beginning.
alter table web_session add column origin varchar(60) not null default '';
alter table web_session add column agent varchar(300) not null default '';
alter table web_session add column created timestamp with time zone not null default current_timestamp;
alter table web_session add column seen timestamp with time zone not null default current_timestamp;

-- People's own tokens for programs; those of devices are in api_token.
create table personal_token (
    id          varchar(40)  primary key,
    token_hash  varchar(64)  not null unique,
    account_id  varchar(40)  not null references account on delete cascade,
    name        varchar(100) not null,
    scope       varchar(10)  not null check (scope in ('READ', 'WRITE')),
    created     timestamp with time zone not null,
    expires     timestamp with time zone not null,
    last_used   timestamp with time zone
);
create index personal_token_account on personal_token (account_id);
