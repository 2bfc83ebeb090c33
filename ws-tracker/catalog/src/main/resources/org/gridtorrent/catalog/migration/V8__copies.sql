-- Copies that were verified, the rules that ask for them, and what machines are good for.

-- What the machine's owner lets rules fill, and how much of the time it was there lately (Presence).
alter table device add column offered_bytes bigint not null default 0;
alter table device add column always_on boolean not null default false;
alter table device add column presence double precision not null default 0;
alter table device add column returned timestamp with time zone;
alter table device add column watched_since timestamp with time zone;
update device set watched_since = current_timestamp - interval '7' day, presence = 0.632;
alter table device alter column watched_since set not null;

-- Made by a rule, not by a person.
alter table task add column for_rule boolean not null default false;

-- A device that once held all of a content with every piece checked. When it is shared no more, or
-- was found damaged since, it does not count; missing is since when its machine is there without
-- announcing it.
create table content_copy (
    content_id  varchar(40)  not null references content on delete cascade,
    device_id   varchar(40)  not null references device on delete cascade,
    verified    timestamp with time zone not null,
    shared      boolean      not null default true,
    damaged     boolean      not null default false,
    by_rule     boolean      not null default false,
    missing     timestamp with time zone,
    primary key (content_id, device_id)
);
create index content_copy_device on content_copy (device_id);
insert into content_copy (content_id, device_id, verified)
    select t.content_id, t.device_id, max(t.changed) from task t
    join device d on d.id = t.device_id join content c on c.id = t.content_id
    where t.state = 'DONE' and t.kind in ('PUBLISH', 'DOWNLOAD', 'VERIFY', 'REPAIR')
        and not d.withdrawn and c.state = 'PUBLISHED'
        and not exists (select 1 from task l where l.content_id = t.content_id
            and l.device_id = t.device_id and l.changed > t.changed
            and (l.state = 'DONE' and l.kind in ('STOP', 'REMOVE')
                or l.state = 'FAILED' and l.kind in ('VERIFY', 'REPAIR')
                    and l.problem in ('DAMAGED', 'NOT_FOUND')))
    group by t.content_id, t.device_id;

-- How many copies a content's owner wants kept; of one that was taken back, none, until what it
-- made is withdrawn. Asked: something moved, and the keeper is to look at it soon.
create table copy_rule (
    content_id  varchar(40)  primary key references content on delete cascade,
    copies      integer      not null check (copies between 0 and 100),
    always_on   integer      not null check (always_on between 0 and copies),
    asked       boolean      not null default true,
    changed     timestamp with time zone not null
);

-- Where: on machines, and on those of groups' members. Nowhere named is anywhere.
create table copy_rule_place (
    content_id  varchar(40)  not null references copy_rule on delete cascade,
    position    integer      not null,
    device_id   varchar(40)  references device,
    group_id    varchar(40)  references work_group,
    primary key (content_id, position),
    check ((device_id is null) <> (group_id is null))
);

-- The machine's owner took the rule's copy off it: it is not put there again.
create table copy_refusal (
    content_id  varchar(40)  not null references content on delete cascade,
    device_id   varchar(40)  not null references device on delete cascade,
    primary key (content_id, device_id)
);

-- That few copies can be reached, as it was last said in the log.
create table copy_warning (
    content_id  varchar(40)  primary key references content on delete cascade,
    reachable   integer      not null,
    since       timestamp with time zone not null
);

-- Which of several nodes does a work that one alone is to do, and since when it was done without a gap.
create table keeper (
    name          varchar(20)  primary key,
    node          varchar(40)  not null,
    held_until    timestamp with time zone not null,
    looked        timestamp with time zone not null,
    watched_since timestamp with time zone not null
);
