package org.gridtorrent.ccm.web;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Map;
import org.gridtorrent.catalog.Device;
import org.gridtorrent.identity.Ids;

/** A call of the REST interface, in the name of a device's owner. Belongs to one thread. */
public final class ApiCall {
    private static final int LONGEST_BODY = 256 * 1024;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServletRequest request;
    private final Map<String, String> segments;
    private final Device device;

    ApiCall(HttpServletRequest request, Map<String, String> segments, Device device) {
        this.request = request;
        this.segments = segments;
        this.device = device;
    }

    /** The device whose token was sent. */
    public Device device() {
        return device;
    }

    public String accountId() {
        return device.accountId();
    }

    public String id() {
        String id = segments.getOrDefault("id", "");
        if (!Ids.isValid(id)) {
            throw Refusal.notFound();
        }
        return id;
    }

    public String segment(String name) {
        return segments.getOrDefault(name, "");
    }

    public String parameter(String name) {
        String[] all = Exchange.parameters(request).get(name);
        return all == null || all.length == 0 ? "" : all[0].strip();
    }

    /** The body read as a record; unknown fields are refused, since they are most often slips. */
    public <T> T body(Class<T> type) throws IOException {
        byte[] body = request.getInputStream().readNBytes(LONGEST_BODY + 1);
        if (body.length > LONGEST_BODY) {
            throw Refusal.of(413, "The body is larger than " + LONGEST_BODY + " bytes.");
        }
        try {
            T read = JSON.readValue(body.length == 0 ? new byte[]{'{', '}'} : body, type);
            if (read == null) {
                throw Refusal.badRequest("The body has to be a JSON object.");
            }
            return read;
        } catch (UnrecognizedPropertyException unknown) {
            throw Refusal.badRequest(
                    "There is no field \"" + Lines.one(unknown.getPropertyName()) + "\" here.");
        } catch (JsonMappingException mismatch) {
            throw Refusal.badRequest(mismatch.getPath().isEmpty()
                    ? "The body has to be a JSON object."
                    : "The field \"" + field(mismatch) + "\" is not of the kind expected here.");
        } catch (JacksonException broken) {
            throw Refusal.badRequest(
                    "The body is not JSON: " + Lines.one(broken.getOriginalMessage()));
        }
    }

    private static String field(JsonMappingException mismatch) {
        return Lines.one(String.valueOf(mismatch.getPath().getFirst().getFieldName()));
    }
}
