-- Who did what, when, from where and by which way. Rows are added, and removed when they are old; what they
-- name may be gone, so they refer to nothing. What happened to a content is in it too.
create table audit (
    id          varchar(40)   primary key,
    happened    timestamp with time zone not null,
    account_id  varchar(40)   not null,
    kind        varchar(20)   not null,
    way         varchar(10)   not null,
    token       varchar(200)  not null,
    origin      varchar(60)   not null,
    content_id  varchar(40)   not null,
    detail      varchar(2000) not null
);
create index audit_happened on audit (happened, id);
create index audit_account on audit (account_id, happened);
create index audit_content on audit (content_id, happened);
create index audit_kind on audit (kind, happened);
insert into audit (id, happened, account_id, kind, way, token, origin, content_id, detail)
    select id, happened, coalesce(account_id, ''), kind, 'UNKNOWN', '', '', content_id, detail
    from content_event;
drop table content_event;

-- What administrators set; what is not here is as it comes.
create table site_setting (
    name        varchar(40)   primary key,
    setting     varchar(200)  not null
);
