-- Who may make an account is one of three, and people are invited by mail.

update site_setting set setting = case setting when 'true' then 'OPEN' else 'CLOSED' end
    where name = 'registration';

-- To the site alone, or to a group. The secret of its link is made when the link is, so is its hash.
create table invitation (
    id          varchar(40)  primary key,
    address     varchar(254) not null,
    address_key varchar(254) not null,
    group_id    varchar(40)  references work_group on delete cascade,
    invited_by  varchar(40)  references account on delete set null,
    state       varchar(10)  not null check (state in ('OPEN', 'USED', 'WITHDRAWN')),
    token_hash  varchar(64)  unique,
    -- Whether that link went by mail, and so to the address.
    mailed      boolean      not null default false,
    mail_id     varchar(40)  unique,
    used_by     varchar(40)  references account on delete set null,
    -- When a mail or a link was last asked for, and by whom.
    told        timestamp with time zone not null,
    told_by     varchar(40)  references account on delete set null,
    created     timestamp with time zone not null,
    expires     timestamp with time zone not null
);
create index invitation_created on invitation (created, id);
create index invitation_group on invitation (group_id, created);
create index invitation_address on invitation (address_key, told);
create index invitation_told on invitation (told_by, told);
create index invitation_inviter on invitation (invited_by);
create index invitation_user on invitation (used_by);
create index invitation_expires on invitation (expires);
