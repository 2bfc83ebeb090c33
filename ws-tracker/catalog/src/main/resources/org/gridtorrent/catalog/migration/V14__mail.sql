-- Mail: addresses that their owners confirmed, links that confirm them, and what is to be sent.

alter table account add column mail_confirmed boolean not null default false;
-- The site asked, when the account was made, for a confirmed address before anybody logs in with it.
alter table account add column confirm_first boolean not null default false;
-- In which mail is written to this person.
alter table account add column language varchar(8) not null default 'en';
create index account_mail on account (mail);

-- One-time links by which somebody shows that mail to an address reaches them. One for each account.
create table mail_link (
    token_hash  varchar(64)  primary key,
    account_id  varchar(40)  not null unique references account on delete cascade,
    address     varchar(254) not null,
    expires     timestamp with time zone not null
);

-- What is to be sent, and what became of it. Texts, and secrets of links, are made when a mail is sent.
create table outbox_mail (
    id          varchar(40)   primary key,
    kind        varchar(12)   not null,
    account_id  varchar(40)   references account on delete cascade,
    address     varchar(254)  not null,
    language    varchar(8)    not null,
    detail      varchar(1000) not null,
    state       varchar(10)   not null check (state in ('WAITING', 'SENT', 'GIVEN_UP')),
    attempts    integer       not null default 0,
    due         timestamp with time zone not null,
    created     timestamp with time zone not null,
    ended       timestamp with time zone,
    problem     varchar(1000) not null default ''
);
create index outbox_mail_due on outbox_mail (state, due);
create index outbox_mail_created on outbox_mail (created);
create index outbox_mail_account on outbox_mail (account_id, kind, created);
