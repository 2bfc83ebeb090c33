-- PostgreSQL has given the key of work_group.name the very name that V4 gives to another one.
do $$
begin
    if exists (select 1 from pg_constraint where conname = 'work_group_name_key'
            and connamespace = current_schema()::regnamespace)
        and not exists (select 1 from information_schema.columns
            where table_schema = current_schema() and table_name = 'work_group'
            and column_name = 'name_key')
    then
        alter table work_group rename constraint work_group_name_key to work_group_key;
    end if;
end
$$;
