package org.gridtorrent.ccm.rest;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.people.Inbox;
import org.gridtorrent.catalog.people.PendingRequest;
import org.gridtorrent.catalog.people.PendingRequest.GroupName;
import org.gridtorrent.catalog.people.Person;
import org.jspecify.annotations.Nullable;

/** What waits for one's answer, and what one asked of others; answered where it belongs to. */
@Path("/v1/inbox")
@Produces(MediaType.APPLICATION_JSON)
public final class InboxResource {
    private static final int MOST = 1000;

    private final Inbox inbox;

    public InboxResource(Inbox inbox) {
        this.inbox = inbox;
    }

    @GET
    public Map<String, ?> show(@Context Caller caller) {
        return Map.of("waiting", lines(inbox.waiting(caller.accountId(), 0, MOST).items()),
                "asked", lines(inbox.asked(caller.accountId(), 0, MOST).items()));
    }

    private static List<?> lines(List<PendingRequest> pending) {
        return pending.stream().map(InboxResource::line).toList();
    }

    private static Map<String, @Nullable Object> line(PendingRequest pending) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("kind", Shapes.lower(pending.kind()));
        json.put("groupId", pending.group().map(GroupName::id).orElse(null));
        json.put("group", pending.group().map(GroupName::name).orElse(null));
        json.put("user", pending.person().map(Person::name).orElse(null));
        json.put("fullName", pending.person().map(Person::fullName).orElse(null));
        json.put("since", pending.since().toString());
        return json;
    }
}
