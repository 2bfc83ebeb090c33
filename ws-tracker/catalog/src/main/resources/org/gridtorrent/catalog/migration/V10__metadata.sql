-- What a data set says of itself beside title and description, and since when it is published.
alter table content add column subject varchar(20);
alter table content add column licence varchar(500) not null default '';
alter table content add column publication_year integer;
alter table content add column published timestamp with time zone;
update content set published = created where state = 'PUBLISHED';

create table content_creator (
    content_id  varchar(40)  not null references content on delete cascade,
    position    integer      not null,
    name        varchar(200) not null,
    orcid       varchar(19)  not null,
    affiliation varchar(200) not null,
    primary key (content_id, position)
);

create table content_keyword (
    content_id  varchar(40)  not null references content on delete cascade,
    position    integer      not null,
    keyword     varchar(100) not null,
    primary key (content_id, position)
);

-- Articles, other data sets: DOIs, addresses, or words.
create table content_related (
    content_id  varchar(40)  not null references content on delete cascade,
    position    integer      not null,
    identifier  varchar(500) not null,
    primary key (content_id, position)
);

-- The endings of its files' names, most frequent first.
create table content_format (
    content_id  varchar(40)  not null references content on delete cascade,
    position    integer      not null,
    format      varchar(20)  not null,
    primary key (content_id, position)
);

-- The search follows the contents by a number, which one row gives out: its lock is held until the
-- change is committed, so nobody who reads a number misses what came before it. The row is made
-- with the first change.
alter table content add column search_number bigint not null default 0;
create index content_search_number on content (search_number);
create table search_clock (
    name        varchar(20)  primary key,
    number      bigint       not null
);
