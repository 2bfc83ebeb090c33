-- Peers without an account, of content that anybody may have. What a tracker knows of them, where its
-- other nodes and its next start find it; no word of theirs is waited for until it is here.
create table open_peer (
    info_hash   varchar(64)  not null,
    address     varchar(45)  not null,
    port        integer      not null check (port between 1 and 65535),
    peer_id     bytea        not null,
    peer_key    bigint       not null,
    complete    boolean      not null,
    gone        boolean      not null,
    announced   timestamp with time zone not null,
    node        varchar(40)  not null,
    noted       timestamp with time zone not null,
    primary key (info_hash, address, port)
);
create index open_peer_noted on open_peer (noted);
create index open_peer_announced on open_peer (announced);

-- How often strangers said that they had fetched all of it.
alter table content add column open_downloads bigint not null default 0;
