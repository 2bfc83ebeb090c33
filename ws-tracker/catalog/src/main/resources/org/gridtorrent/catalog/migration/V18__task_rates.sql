-- How fast tasks that run were in the last minutes, for people to look at; gone when the task is over.
create table task_rate (
    task_id     varchar(40)  not null references task on delete cascade,
    at          timestamp with time zone not null,
    bytes_per_second bigint  not null,
    primary key (task_id, at)
);
