-- One-time links by which an account's owner sets a password. One a time for each account.
create table password_link (
    token_hash  char(64)     primary key,
    account_id  varchar(40)  not null unique references account on delete cascade,
    expires     timestamp with time zone not null
);
