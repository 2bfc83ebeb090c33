package org.gridtorrent.ccm.admin.outbox;

import static java.util.Objects.requireNonNullElse;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.mail.MailAddresses;
import org.gridtorrent.catalog.mail.OutgoingMail;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.mail.MailQueue;
import org.gridtorrent.ccm.rest.AdminGate;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.PageParameter;
import org.gridtorrent.ccm.rest.ResponseJson;
import org.jspecify.annotations.Nullable;

/** What became of the site's mails, and a test of them, for administrators. */
@Path("/v1/admin/mail")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class OutboxResource {
    private static final int MOST = 100;

    private final Catalog catalog;
    private final MailQueue post;
    private final AdminGate gate;

    public OutboxResource(Catalog catalog, MailQueue post) {
        this.catalog = catalog;
        this.post = post;
        this.gate = new AdminGate(catalog.identity().accounts());
    }

    /** Body of POST /admin/mail. */
    record TestMail(@Nullable String address) {}

    /** The youngest first. */
    @GET
    public Map<String, ?> list(@Context Caller caller,
            @QueryParam("page") @DefaultValue("1") PageParameter page) {
        gate.pass(caller);
        Map<String, Object> json = PageParameter.list("mails",
                catalog.notifications().outbox().list(page.offset(MOST), MOST),
                OutboxResource::mail);
        json.put("sends", post.sends());
        return json;
    }

    private static Map<String, ?> mail(OutgoingMail mail) {
        return Map.of("created", mail.created().toString(), "kind", ResponseJson.lower(mail.kind()),
                "address", mail.address(), "state", ResponseJson.lower(mail.state()), "problem",
                mail.problem());
    }

    /** Sends one that says that mail works. */
    @POST
    public Map<String, ?> test(@Context Caller caller, TestMail body) {
        gate.pass(caller);
        String address = requireNonNullElse(body.address(), "").strip();
        if (!MailAddresses.isAddress(address)) {
            throw Refusal.badRequest("\"address\" has to be one such as name@example.org.");
        }
        if (!post.sends()) {
            throw Refusal.of(409, "This site sends no mail.");
        }
        post.test(address);
        return Map.of("address", address);
    }
}
