-- What people ask of their machines while they wait for it: what lies in a folder. Rows live a minute.
create table device_question (
    id          varchar(40)   primary key,
    device_id   varchar(40)   not null references device on delete cascade,
    folder      varchar(4096) not null,
    first_entry integer       not null check (first_entry >= 0),
    asked       timestamp with time zone not null,
    handed      boolean       not null default false,
    listed      varchar(20)   check (listed in ('YES', 'NOT_OPEN', 'NOT_FOUND', 'UNREADABLE')),
    total       integer       not null default 0
);
create index device_question_device on device_question (device_id);
create index device_question_asked on device_question (asked);

create table device_answer (
    question_id varchar(40)   not null references device_question on delete cascade,
    position    integer       not null,
    name        varchar(4096) not null,
    is_folder   boolean       not null,
    length      bigint        not null,
    primary key (question_id, position)
);

-- Grows with each question that is put or answered.
alter table device add column talk bigint not null default 0;

-- What its owner set on the pages, as in the machine's own configuration; empty where nothing is set.
alter table device add column upload_rate varchar(1000) not null default '';
alter table device add column download_rate varchar(1000) not null default '';
