package org.gridtorrent.ccm.rest;

import jakarta.ws.rs.core.Response;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gridtorrent.catalog.access.Right;
import org.gridtorrent.catalog.access.SharedWithMe;
import org.gridtorrent.catalog.account.ApiToken;
import org.gridtorrent.catalog.account.Profile;
import org.gridtorrent.catalog.account.SessionInfo;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Tombstones.Tombstone;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.task.Task.BadFile;
import org.gridtorrent.ccm.ui.Messages;
import org.gridtorrent.metainfo.reason.TaskReason;
import org.jspecify.annotations.Nullable;

/** JSON of what answers have: times are ISO 8601 in UTC, sizes bytes. */
public final class ResponseJson {
    private ResponseJson() {}

    public static Map<String, @Nullable Object> dataset(Content content) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", content.id());
        json.put("title", content.title());
        json.put("description", content.description());
        json.put("owner", content.ownerName());
        json.put("access", lower(content.access()));
        json.put("state", lower(content.state()));
        json.put("infoHash", content.infoHash().orElse(null));
        json.put("totalLength", content.totalLength());
        json.put("fileCount", content.fileCount());
        json.put("nonPrivate", content.nonPrivate());
        json.put("created", content.created().toString());
        json.put("copies", content.copies());
        return json;
    }

    /** With the ways by which the caller may have it. */
    public static Map<String, @Nullable Object> received(SharedWithMe.Item item) {
        Map<String, @Nullable Object> json = dataset(item.content());
        json.put("through", item.rights().stream().map(ResponseJson::through).toList());
        return json;
    }

    private static Map<String, @Nullable Object> through(Right right) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("by", lower(right.key().road()));
        json.put("who", right.who());
        json.put("ends", right.ends().map(Object::toString).orElse(null));
        return json;
    }

    /** What is left of a data set that was withdrawn; an error too, so that it has the sentence of one. */
    public static Map<String, ?> tombstone(Tombstone stone) {
        return Map.of("error", "\"" + stone.title() + "\" was withdrawn by its owner.", "id",
                stone.id(), "title", stone.title(), "owner", stone.ownerName(), "ownerFullName",
                stone.ownerFullName(), "published", stone.published().toString(), "withdrawn",
                stone.withdrawn().toString(), "reason", stone.reason());
    }

    public static Map<String, @Nullable Object> task(Task task, Messages messages) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", task.id());
        json.put("kind", lower(task.kind()));
        json.put("state", lower(task.state()));
        json.put("datasetId", task.contentId());
        json.put("title", task.contentTitle());
        json.put("deviceId", task.deviceId());
        json.put("device", task.deviceName());
        json.put("folder", task.folder().orElse(null));
        json.put("paused", task.paused());
        json.put("attempt", task.attempt());
        json.put("notBefore", task.notBefore().map(Object::toString).orElse(null));
        json.put("problem", task.problem().map(ResponseJson::lower).orElse(null));
        json.put("uploadLimit", task.uploadLimit().orElse(null));
        json.put("downloadLimit", task.downloadLimit().orElse(null));
        json.put("bytesDone", task.bytesDone());
        json.put("bytesTotal", task.bytesTotal());
        json.put("bytesPerSecond", task.bytesPerSecond());
        json.put("peers", task.peers());
        json.put("message", task.reason()
                .map(why -> messages.text(why, task.awaitsRetry())).orElse(""));
        json.put("reason", task.reason().map(ResponseJson::reason).orElse(null));
        json.put("created", task.created().toString());
        json.put("changed", task.changed().toString());
        return json;
    }

    public static Map<String, @Nullable Object> task(Task task, List<BadFile> files,
            Messages messages) {
        Map<String, @Nullable Object> json = task(task, messages);
        json.put("files", files.stream().map(file -> Map.of("path", file.path(), "state",
                lower(file.state()), "reason", file.reason())).toList());
        return json;
    }

    private static Map<String, ?> reason(TaskReason reason) {
        return Map.of("code", reason.code().name(), "arguments", reason.arguments(), "causes",
                reason.causes().stream().map(ResponseJson::reason).toList());
    }

    public static Map<String, @Nullable Object> group(Group group) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", group.id());
        json.put("name", group.name());
        json.put("description", group.description());
        json.put("open", group.open());
        json.put("members", group.members());
        json.put("standing", lower(group.standing()));
        return json;
    }

    public static Map<String, @Nullable Object> device(Device device) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", device.id());
        json.put("name", device.name());
        json.put("lastSeen", device.lastSeen().map(Object::toString).orElse(null));
        json.put("freeBytes", device.freeBytes());
        json.put("folders", device.folders());
        return json;
    }

    /** The answer to what made something. */
    public static Response created(Map<String, ?> json) {
        return Response.status(Response.Status.CREATED).entity(json).build();
    }

    public static Map<String, String> profile(Profile profile) {
        Map<String, String> json = new LinkedHashMap<>();
        json.put("fullName", profile.fullName());
        json.put("orcid", profile.orcid());
        json.put("affiliation", profile.affiliation());
        json.put("mail", profile.mail());
        return json;
    }

    public static Map<String, String> session(SessionInfo stay) {
        Map<String, String> json = new LinkedHashMap<>();
        json.put("id", stay.id());
        json.put("origin", stay.origin());
        json.put("agent", stay.agent());
        json.put("created", stay.created().toString());
        json.put("lastUsed", stay.seen().toString());
        return json;
    }

    public static Map<String, @Nullable Object> token(ApiToken token) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", token.id());
        json.put("name", token.name());
        json.put("scope", lower(token.scope()));
        json.put("created", token.created().toString());
        json.put("expires", token.expires().toString());
        json.put("lastUsed", token.lastUsed().map(Object::toString).orElse(null));
        return json;
    }

    public static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
