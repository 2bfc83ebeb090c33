-- Whether the machine reads the content without getting it: it is told of changes of access, and counts as no copy.
alter table announcement add column reader boolean default false not null;
-- Groups and people (ids), or everybody (an empty id), who could once read a published content by this right, and
-- from whom it was taken away.
create table lost_right (
    content_id varchar(40) not null references content on delete cascade,
    grantee_id varchar(40) not null,
    primary key (content_id, grantee_id)
);
create index content_search_order on content (search_number, id);
drop index content_search_number;
