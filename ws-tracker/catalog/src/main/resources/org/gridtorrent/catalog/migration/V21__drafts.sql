-- What people typed of data sets that they have not published yet. The fields are those of the form, encoded as forms are.
create table publish_draft (
    account_id  varchar(40)   not null references account on delete cascade,
    draft_key   varchar(100)  not null,
    title       varchar(400)  not null,
    fields      varchar(400000) not null,
    changed     timestamp with time zone not null,
    primary key (account_id, draft_key)
);
create index publish_draft_account on publish_draft (account_id, changed);
create index publish_draft_changed on publish_draft (changed);
