-- Addresses of a content's files at web servers. The owner adds them, and one of the owner's machines checks each.
create table dataset_replica (
    id             varchar(40)   primary key,
    content_id     varchar(40)   not null references content on delete cascade,
    url            varchar(2000) not null,
    state          varchar(10)   not null check (state in ('PROPOSED', 'CHECKED', 'FAILED')),
    -- Why the check failed, and at which file.
    problem        varchar(20),
    problem_file   varchar(4096) not null default '',
    added_by       varchar(40)   not null references account on delete cascade,
    added          timestamp with time zone not null,
    -- The machine that checks it, or checked it last; null until one has begun.
    device_id      varchar(40)   references device on delete set null,
    checked        timestamp with time zone,
    checked_bytes  bigint        not null default 0,
    checked_pieces integer       not null default 0,
    -- When it is checked again, null until the first check; and how many checks in a row had this result.
    next_check     timestamp with time zone,
    same_results   integer       not null default 0,
    check ((state = 'FAILED') = (problem is not null))
);
create index dataset_replica_content on dataset_replica (content_id);
create index dataset_replica_state on dataset_replica (state, added);
create index dataset_replica_device on dataset_replica (device_id);
create index dataset_replica_account on dataset_replica (added_by);
