-- One script for H2 (PostgreSQL mode) and PostgreSQL. Times are UTC; lengths are bytes.

create table account (
    id          varchar(40)  primary key,
    name        varchar(40)  not null unique,
    full_name   varchar(200) not null,
    password    varchar(200) not null,
    role        varchar(10)  not null check (role in ('USER', 'ADMIN')),
    disabled    boolean      not null default false,
    created     timestamp with time zone not null
);

create table web_session (
    token_hash  char(64)     primary key,
    account_id  varchar(40)  not null references account on delete cascade,
    csrf        varchar(64)  not null,
    expires     timestamp with time zone not null
);
create index web_session_account on web_session (account_id);

create table work_group (
    id          varchar(40)  primary key,
    name        varchar(60)  not null unique,
    description varchar(2000) not null,
    owner_id    varchar(40)  not null references account,
    created     timestamp with time zone not null
);

-- A member is active when both said yes: the group (its owner) and the account.
create table membership (
    group_id    varchar(40)  not null references work_group on delete cascade,
    account_id  varchar(40)  not null references account on delete cascade,
    group_yes   boolean      not null,
    account_yes boolean      not null,
    since       timestamp with time zone not null,
    primary key (group_id, account_id),
    check (group_yes or account_yes)
);
create index membership_account on membership (account_id);

create table enrolment_code (
    secret_hash char(64)     primary key,
    account_id  varchar(40)  not null references account on delete cascade,
    expires     timestamp with time zone not null
);

-- The revision grows whenever the device's tasks, or the access to a content it announced, change.
create table device (
    id             varchar(40)  primary key,
    account_id     varchar(40)  not null references account,
    name           varchar(200) not null,
    client_version varchar(200) not null,
    created        timestamp with time zone not null,
    last_seen      timestamp with time zone,
    free_bytes     bigint       not null default 0,
    withdrawn      boolean      not null default false,
    revision       bigint       not null default 1
);
create index device_account on device (account_id);

create table device_endpoint (
    device_id   varchar(40)  not null references device on delete cascade,
    transport   varchar(10)  not null,
    port        integer      not null check (port between 1 and 65535),
    primary key (device_id, transport, port)
);

create table device_folder (
    device_id   varchar(40)  not null references device on delete cascade,
    position    integer      not null,
    path        varchar(4096) not null,
    primary key (device_id, position)
);

create table api_token (
    token_hash  char(64)     primary key,
    device_id   varchar(40)  not null references device on delete cascade,
    created     timestamp with time zone not null
);

create table content (
    id            varchar(40)  primary key,
    owner_id      varchar(40)  not null references account,
    title         varchar(200) not null,
    description   varchar(4000) not null,
    access_level  varchar(10)  not null check (access_level in ('PUBLIC', 'GROUP', 'USER')),
    state         varchar(10)  not null check (state in ('PREPARING', 'PUBLISHED', 'FAILED')),
    info_hash     varchar(64)  unique,
    total_length  bigint       not null default 0,
    file_count    integer      not null default 0,
    access_epoch  bigint       not null default 1,
    created       timestamp with time zone not null
);
create index content_owner on content (owner_id);

create table content_metainfo (
    content_id  varchar(40)  primary key references content on delete cascade,
    metainfo    bytea        not null
);

create table content_group (
    content_id  varchar(40)  not null references content on delete cascade,
    group_id    varchar(40)  not null references work_group on delete cascade,
    primary key (content_id, group_id)
);
create index content_group_group on content_group (group_id);

create table content_account (
    content_id  varchar(40)  not null references content on delete cascade,
    account_id  varchar(40)  not null references account on delete cascade,
    primary key (content_id, account_id)
);
create index content_account_account on content_account (account_id);

create table task (
    id               varchar(40)  primary key,
    kind             varchar(10)  not null check (kind in ('PUBLISH', 'DOWNLOAD')),
    state            varchar(10)  not null
        check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
    content_id       varchar(40)  not null references content on delete cascade,
    device_id        varchar(40)  not null references device on delete cascade,
    account_id       varchar(40)  not null references account,
    folder           varchar(4096),
    bytes_done       bigint       not null default 0,
    bytes_total      bigint       not null default 0,
    bytes_per_second bigint       not null default 0,
    peers            integer      not null default 0,
    message          varchar(4000) not null default '',
    created          timestamp with time zone not null,
    changed          timestamp with time zone not null
);
create index task_device on task (device_id, state);
create index task_account on task (account_id, created);
create index task_content on task (content_id);

create table announcement (
    content_id  varchar(40)  not null references content on delete cascade,
    device_id   varchar(40)  not null references device on delete cascade,
    address     varchar(64)  not null,
    uploaded    bigint       not null,
    downloaded  bigint       not null,
    bytes_left  bigint       not null,
    announced   timestamp with time zone not null,
    expires     timestamp with time zone not null,
    primary key (content_id, device_id)
);
create index announcement_device on announcement (device_id);
create index announcement_expires on announcement (expires);
