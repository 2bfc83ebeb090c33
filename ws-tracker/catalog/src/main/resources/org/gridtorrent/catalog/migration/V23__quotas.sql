-- How much somebody may have published, where that is not as for all; null for no limit. A row that says
-- nothing of its own is there so that those who publish for one person wait for each other at it.
create table publish_quota (
    account_id  varchar(40)  primary key references account on delete cascade,
    own         boolean      not null default false,
    datasets    bigint       check (datasets >= 0),
    bytes       bigint       check (bytes >= 0)
);
