-- Where a device says that it can be called, beside the address that the tracker sees.
create table device_place (
    device_id   varchar(40)  not null references device on delete cascade,
    position    integer      not null,
    address     varchar(45)  not null,
    port        integer      not null check (port between 1 and 65535),
    transport   varchar(10)  not null,
    primary key (device_id, position)
);
