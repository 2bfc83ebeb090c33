package org.gridtorrent.ccm.rest;

import static java.util.Objects.requireNonNullElse;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.Content;
import org.gridtorrent.catalog.Content.Draft;
import org.gridtorrent.catalog.Contents.Published;
import org.gridtorrent.catalog.KeptCopies;
import org.gridtorrent.catalog.Task;
import org.gridtorrent.catalog.Task.Kind;
import org.gridtorrent.catalog.Task.Order;
import org.gridtorrent.ccm.web.ApiCall;
import org.gridtorrent.ccm.web.OrderLog;
import org.gridtorrent.ccm.web.Refusal;
import org.gridtorrent.ccm.web.Reply;

/** Data sets, and what machines are to do with them. */
public final class DatasetResource {
    private static final int MOST = 200;
    private final Catalog catalog;
    private final AccessResource access;
    private final OrderLog orders;

    public DatasetResource(Catalog catalog, AccessResource access, OrderLog orders) {
        this.catalog = catalog;
        this.access = access;
        this.orders = orders;
    }

    /** {@code ?q=WORDS} searches; {@code ?mine=true} lists one's own, in any state. */
    public Reply list(ApiCall call) {
        boolean mine = call.parameter("mine").equals("true");
        List<Content> found = mine
                ? catalog.contents().ownedBy(call.accountId())
                : catalog.contents().search(call.accountId(), call.parameter("q"), MOST);
        return new Reply.Json(200,
                Map.of("datasets", found.stream().map(Shapes::dataset).toList()));
    }

    public Reply show(ApiCall call) {
        var json = Shapes.dataset(catalog.contents()
                .find(call.accountId(), call.id()).orElseThrow(Refusal::notFound));
        json.put("notices", catalog.copies().of(call.accountId(), call.id())
                .map(KeptCopies::notices).orElse(List.of()));
        return new Reply.Json(200, json);
    }

    public Reply publish(ApiCall call) throws Exception {
        Shapes.Publish body = call.body(Shapes.Publish.class);
        String device = requireNonNullElse(body.deviceId(), call.device().id());
        Published made = catalog.contents().publish(new Draft(call.accountId(),
                requireNonNullElse(body.title(), ""),
                requireNonNullElse(body.description(), ""),
                access.grants(call, body.access(), body.groups(), body.users()), device,
                requireNonNullElse(body.path(), "")));
        orders.task(call.accountId(), "order", made.task());
        return new Reply.Json(201,
                Map.of("id", made.content().id(), "taskId", made.task().id()));
    }

    public Reply download(ApiCall call) throws Exception {
        Shapes.Download body = call.body(Shapes.Download.class);
        String device = requireNonNullElse(body.deviceId(), call.device().id());
        Order order = Order.of(Kind.DOWNLOAD, call.id(), device);
        String folder = body.folder();
        return ordered(call, folder == null ? order : order.in(folder));
    }

    /** What a machine is to do with a data set that it holds. */
    public Reply order(ApiCall call) throws Exception {
        Shapes.NewTask body = call.body(Shapes.NewTask.class);
        String device = requireNonNullElse(body.deviceId(), call.device().id());
        String folder = body.folder();
        Order order = switch (requireNonNullElse(body.kind(), "")) {
            case "seed" -> Order.of(Kind.SEED, call.id(), device);
            case "stop" -> Order.of(Kind.STOP, call.id(), device);
            case "remove" -> Order.of(Kind.REMOVE, call.id(), device);
            case "verify" -> Order.of(Kind.VERIFY, call.id(), device);
            case "repair" -> Order.of(Kind.REPAIR, call.id(), device);
            case "limit" -> Order.limit(call.id(), device, Optional.ofNullable(body.uploadLimit()),
                    Optional.ofNullable(body.downloadLimit()));
            default -> throw Refusal.badRequest("\"kind\" has to be \"seed\", \"stop\","
                    + " \"remove\", \"verify\", \"repair\" or \"limit\".");
        };
        Order placed = folder == null || order.kind() != Kind.SEED ? order : order.in(folder);
        return ordered(call, body.force() ? placed.byForce() : placed);
    }

    private Reply ordered(ApiCall call, Order order) {
        Task task = catalog.tasks().request(call.accountId(), order)
                .orElseThrow(Refusal::notFound);
        orders.task(call.accountId(), "order", task);
        return new Reply.Json(201, Map.of("taskId", task.id()));
    }
}
