package org.gridtorrent.catalog.invitation;

import java.time.Instant;
import java.util.Optional;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.invitation.Invitation.State;
import org.gridtorrent.catalog.mail.OutgoingMail;
import org.gridtorrent.catalog.people.PendingRequest.GroupName;
import org.gridtorrent.catalog.people.Person;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/** Invitations as their rows have them, with what became of their mails. */
final class InvitationRows {
    static final String SELECT = "select i.id as invitation, i.address, i.group_id,"
            + " g.name as group_name, i.state, i.mail_id, o.state as mail_state, o.problem,"
            + " i.created, i.expires, p.id as id, p.name as name, p.full_name as full_name"
            + " from invitation i left join work_group g on g.id = i.group_id"
            + " left join outbox_mail o on o.id = i.mail_id"
            + " left join account p on p.id = i.invited_by ";

    private InvitationRows() {}

    static Optional<Invitation> find(Transaction tx, String id, Instant now) {
        return tx.createQuery(SELECT + "where i.id = :id").bind("id", id)
                .map(row -> invitation(row, now)).findOne();
    }

    static Invitation invitation(RowView row, Instant now) {
        Instant expires = row.getColumn("expires", Instant.class);
        return new Invitation(row.getColumn("invitation", String.class),
                row.getColumn("address", String.class),
                Optional.ofNullable(row.getColumn("group_id", String.class))
                        .map(id -> new GroupName(id, row.getColumn("group_name", String.class))),
                Optional.ofNullable(row.getColumn("id", String.class))
                        .map(_ -> row.getRow(Person.class)),
                state(row, expires, now),
                Optional.ofNullable(row.getColumn("problem", String.class)).orElse(""),
                row.getColumn("created", Instant.class), expires);
    }

    private static State state(RowView row, Instant expires, Instant now) {
        String state = row.getColumn("state", String.class);
        if (!state.equals("OPEN")) {
            return State.valueOf(state);
        }
        if (!expires.isAfter(now)) {
            return State.EXPIRED;
        }
        return row.getColumn("mail_id", String.class) == null
                ? State.HANDED
                : mailed(row.getColumn("mail_state", OutgoingMail.State.class));
    }

    /** A mail of which nothing is known any more was sent long ago. */
    private static State mailed(OutgoingMail.@Nullable State state) {
        return switch (state) {
            case WAITING -> State.WAITING;
            case GIVEN_UP -> State.FAILED;
            case SENT -> State.SENT;
            case null -> State.SENT;
        };
    }
}
