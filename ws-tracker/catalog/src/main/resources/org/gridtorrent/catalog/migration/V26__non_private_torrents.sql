-- Whether the content's metainfo is made without the private flag (BEP 27), so that other clients may find peers by
-- DHT, PEX and LSD. Chosen when it is published, and never changed.
alter table content add column non_private boolean default false not null;
-- Whether the machine's client can make such metainfo, as it said with its latest poll in a session.
alter table device add column non_private boolean default false not null;
