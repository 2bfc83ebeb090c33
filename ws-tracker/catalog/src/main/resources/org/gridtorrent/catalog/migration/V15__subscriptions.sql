-- What people want to be told of, and what they were told.

-- One for each target, which is what the kind and its object are in one text.
create table subscription (
    id          varchar(40)   primary key,
    account_id  varchar(40)   not null references account on delete cascade,
    kind        varchar(10)   not null check (kind in ('DATASET', 'GROUP', 'OWNER', 'SEARCH')),
    target      varchar(1000) not null,
    content_id  varchar(40)   references content on delete cascade,
    group_id    varchar(40)   references work_group on delete cascade,
    owner_id    varchar(40)   references account on delete cascade,
    device_id   varchar(40)   references device on delete set null,
    created     timestamp with time zone not null,
    constraint subscription_target unique (account_id, target)
);
create index subscription_kind on subscription (kind);
create index subscription_content on subscription (content_id);
create index subscription_group on subscription (group_id);
create index subscription_owner on subscription (owner_id);
create index subscription_device on subscription (device_id);

-- What a subscription told of, or found when it began; and what becomes of the automatic Get.
create table subscription_hit (
    subscription_id varchar(40) not null references subscription on delete cascade,
    content_id  varchar(40)   not null references content on delete cascade,
    gone        boolean       not null,
    getting     varchar(10)   check (getting in ('WANTED', 'RUNNING')),
    task_id     varchar(40)   references task on delete set null,
    primary key (subscription_id, content_id, gone)
);
create index subscription_hit_content on subscription_hit (content_id);
create index subscription_hit_getting on subscription_hit (getting);
create index subscription_hit_task on subscription_hit (task_id);

-- Up to which number of the search_clock subscriptions were looked at.
create table subscription_clock (
    name        varchar(20)   primary key,
    number      bigint        not null
);

create table notice (
    id          varchar(40)   primary key,
    account_id  varchar(40)   not null references account on delete cascade,
    kind        varchar(20)   not null,
    content_id  varchar(40)   references content on delete cascade,
    group_id    varchar(40)   references work_group on delete cascade,
    detail      varchar(1000) not null,
    created     timestamp with time zone not null,
    seen        boolean       not null default false,
    to_mail     boolean       not null default true,
    mail_id     varchar(40)
);
create index notice_account on notice (account_id, created);
create index notice_unseen on notice (account_id, seen);
create index notice_created on notice (created);
create index notice_to_mail on notice (to_mail, account_id);
create index notice_mail on notice (mail_id);
create index notice_content on notice (content_id);
create index notice_group on notice (group_id);

-- How often somebody wants notices by mail.
alter table account add column mail_notices varchar(10) not null default 'DAILY';
alter table account add constraint account_mail_notices
    check (mail_notices in ('AT_ONCE', 'DAILY', 'NEVER'));
