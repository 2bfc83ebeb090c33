-- Tasks of more kinds, leased to one daemon of a device, tried again after a failure that may pass.

-- Grows with each daemon that begins with the device's identity; the latest alone is served.
alter table device add column session bigint not null default 0;

create table leased_task (
    id               varchar(40)  primary key,
    kind             varchar(10)  not null check (kind in ('PUBLISH', 'DOWNLOAD', 'SEED', 'STOP',
        'REMOVE', 'VERIFY', 'REPAIR', 'LIMIT')),
    state            varchar(10)  not null
        check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
    paused           boolean      not null default false,
    content_id       varchar(40)  not null references content on delete cascade,
    device_id        varchar(40)  not null references device on delete cascade,
    account_id       varchar(40)  not null references account,
    folder           varchar(4096),
    upload_limit     varchar(1000),
    download_limit   varchar(1000),
    lease            bigint       not null default 1,
    attempt          integer      not null default 1,
    not_before       timestamp with time zone,
    problem          varchar(20),
    bytes_done       bigint       not null default 0,
    bytes_total      bigint       not null default 0,
    bytes_per_second bigint       not null default 0,
    peers            integer      not null default 0,
    message          varchar(4000) not null default '',
    created          timestamp with time zone not null,
    changed          timestamp with time zone not null
);
insert into leased_task (id, kind, state, content_id, device_id, account_id, folder, bytes_done,
        bytes_total, bytes_per_second, peers, message, created, changed)
    select id, kind, state, content_id, device_id, account_id, folder, bytes_done,
        bytes_total, bytes_per_second, peers, message, created, changed from task;
drop table task;
alter table leased_task rename to task;
create index task_device on task (device_id, state);
create index task_account on task (account_id, created);
create index task_content on task (content_id);
create index task_not_before on task (not_before);

-- The files of a task's content that are not as they should be.
create table task_file (
    task_id     varchar(40)  not null references task on delete cascade,
    position    integer      not null,
    path        varchar(4096) not null,
    state       varchar(10)  not null check (state in ('MISSING', 'DAMAGED', 'UNPROVEN')),
    reason      varchar(200) not null,
    primary key (task_id, position)
);

-- The version that a content is the next of, and how often a device came to have all of it.
alter table content add column previous_id varchar(40);
alter table content add constraint content_previous
    foreign key (previous_id) references content on delete set null;
alter table content add column completions bigint not null default 0;
