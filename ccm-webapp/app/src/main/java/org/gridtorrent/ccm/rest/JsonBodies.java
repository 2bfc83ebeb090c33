package org.gridtorrent.ccm.rest;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.stream.Stream;
import org.gridtorrent.ccm.http.LogText;
import org.gridtorrent.ccm.http.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads records out of JSON and writes answers as such. Of what is wrong with a body one sentence is
 * said; fields that are unknown or stand twice are refused, since they are most often slips, and so is
 * {@code null} in a list. Safe for use by several threads.
 */
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
final class JsonBodies implements MessageBodyReader<Record>, MessageBodyWriter<Object> {
    private static final Logger LOG = LoggerFactory.getLogger(JsonBodies.class);
    private static final int LONGEST_BODY = 1024 * 1024;
    private static final byte[] NOTHING = {'{', '}'};
    /** Values, names and brackets. A statement of PostgreSQL takes 65,535 values. */
    private static final int MOST_TOKENS = 20_000;
    private static final ObjectMapper JSON = JsonMapper
            .builder(JsonFactory.builder().streamReadConstraints(StreamReadConstraints.builder()
                    .maxTokenCount(MOST_TOKENS).build()).build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfig(LogicalType.Textual, texts -> Stream
                    .of(CoercionInputShape.Boolean, CoercionInputShape.Integer,
                            CoercionInputShape.Float)
                    .forEach(other -> texts.setCoercion(other, CoercionAction.Fail)))
            .defaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL)).build();

    @Override
    public boolean isReadable(Class<?> type, Type generic, Annotation[] annotations,
            MediaType media) {
        return type.isRecord();
    }

    @Override
    public Record readFrom(Class<Record> type, Type generic, Annotation[] annotations,
            MediaType media, MultivaluedMap<String, String> headers, InputStream in)
            throws IOException {
        byte[] body = in.readNBytes(LONGEST_BODY + 1);
        if (body.length > LONGEST_BODY) {
            throw Refusal.of(413, "The body is larger than " + LONGEST_BODY + " bytes.");
        }
        boolean spared = Arrays.stream(annotations).anyMatch(OptionalBody.class::isInstance);
        return read(type, body.length == 0 && spared ? NOTHING : body);
    }

    private static Record read(Class<Record> type, byte[] body) throws IOException {
        try {
            Record read = JSON.readValue(body, type);
            if (read == null) {
                throw Refusal.badRequest("The body has to be a JSON object.");
            }
            return read;
        } catch (UnrecognizedPropertyException unknown) {
            throw Refusal.badRequest(
                    "There is no field \"" + LogText.one(unknown.getPropertyName()) + "\" here.");
        } catch (JsonMappingException mismatch) {
            if (mismatch.getCause() instanceof StreamConstraintsException tooMuch) {
                throw tooMuch(tooMuch);
            }
            if (mismatch.getCause() instanceof StreamReadException within) {
                throw broken(within);
            }
            throw Refusal.badRequest(mismatch.getPath().isEmpty()
                    ? "The body has to be a JSON object."
                    : "The field \"" + field(mismatch) + "\" is not of the kind expected here.");
        } catch (StreamConstraintsException tooMuch) {
            throw tooMuch(tooMuch);
        } catch (JacksonException broken) {
            throw broken(broken);
        }
    }

    private static RuntimeException tooMuch(StreamConstraintsException tooMuch) {
        LOG.debug("a body is beyond a limit", tooMuch);
        return Refusal.of(413, "The body has more than " + MOST_TOKENS
                + " values, or one that is nested too deep or too long.");
    }

    private static RuntimeException broken(JacksonException broken) {
        return Refusal.badRequest(
                "The body is not JSON: " + LogText.one(broken.getOriginalMessage()));
    }

    private static String field(JsonMappingException mismatch) {
        return LogText.one(String.valueOf(mismatch.getPath().getFirst().getFieldName()));
    }

    @Override
    public boolean isWriteable(Class<?> type, Type generic, Annotation[] annotations,
            MediaType media) {
        return true;
    }

    /**
     * In one go, so that a failure can still become an error's answer, and with its length, so that it ends
     * with its last byte. Whoever went away before takes no error either.
     */
    @Override
    public void writeTo(Object answer, Class<?> type, Type generic, Annotation[] annotations,
            MediaType media, MultivaluedMap<String, Object> headers, OutputStream out)
            throws IOException {
        byte[] body = JSON.writeValueAsBytes(answer);
        headers.putSingle(HttpHeaders.CONTENT_LENGTH, body.length);
        try {
            out.write(body);
        } catch (IOException gone) {
            LOG.debug("an answer was not taken", gone);
        }
    }
}
