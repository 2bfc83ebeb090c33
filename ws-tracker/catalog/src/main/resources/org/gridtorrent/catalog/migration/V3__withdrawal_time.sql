-- When a machine was withdrawn: access lists name it as long as a certificate of it may hold.
alter table device add column withdrawn_at timestamp with time zone;
update device set withdrawn_at = current_timestamp where withdrawn;
create index device_withdrawn_at on device (withdrawn_at);
