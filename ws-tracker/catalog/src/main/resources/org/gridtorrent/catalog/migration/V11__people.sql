-- Groups with roles, open or closed; buddies; who invited whom.

-- What an active member may do in the group. There is an owner always, and may be several.
alter table membership add column role varchar(10) not null default 'MEMBER';
alter table membership add constraint membership_role
    check (role in ('OWNER', 'ADMIN', 'MEMBER'));
update membership set role = 'OWNER' where exists (select 1 from work_group g
    where g.id = membership.group_id and g.owner_id = membership.account_id);
alter table work_group drop column owner_id;
alter table membership add column invited_by varchar(40);
alter table membership add constraint membership_invited_by
    foreign key (invited_by) references account on delete set null;
create index membership_inviter on membership (invited_by);
create index membership_pending on membership (group_id, group_yes);

-- Open groups are listed for everybody, and their names are unique; of a closed one, which has no
-- listed_key, nobody may learn by its name that it exists.
alter table work_group drop constraint work_group_name_key;
alter table work_group add column listed_key varchar(200);
update work_group set listed_key = name_key;
alter table work_group add constraint work_group_listed_key unique (listed_key);
create index work_group_name on work_group (name_key);
alter table work_group add column called varchar(60);
update work_group set called = name;
alter table work_group alter column called set not null;
alter table work_group drop column name;
alter table work_group rename column called to name;

-- What one account says of another. Two are buddies when both say YES.
create table buddy (
    account_id  varchar(40)  not null references account on delete cascade,
    other_id    varchar(40)  not null references account on delete cascade,
    word        varchar(10)  not null check (word in ('YES', 'BLOCK')),
    since       timestamp with time zone not null,
    primary key (account_id, other_id),
    check (account_id <> other_id)
);
create index buddy_other on buddy (other_id);
