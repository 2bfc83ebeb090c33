-- Two groups whose names differ in the case of letters only would be one to whoever types the name.
alter table work_group add column name_key varchar(200);
update work_group set name_key = lower(name);
alter table work_group alter column name_key set not null;
alter table work_group add constraint work_group_name_key unique (name_key);
