package org.gridtorrent.ccm;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaId;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.gridtorrent.ccm.rest.OptionalBody;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The REST interface's description is of what is there, whole. */
class OpenApiTest {
    private static final JsonNode DOCUMENT = RestDescription.DOCUMENT;

    @TempDir
    java.nio.file.Path folder;

    @Test
    void everyOperation_isDescribed_andNoOther() {
        assertThat(described().keySet()).isEqualTo(operations().keySet());
        assertThat(described().values()).extracting(each -> each.get("operationId").asText())
                .doesNotHaveDuplicates();
    }

    @Test
    void bodiesAndQueries_haveTheFieldsThatAreDescribed() {
        Map<String, JsonNode> described = described();
        operations().forEach((call, method) -> {
            JsonNode operation = requireNonNull(described.get(call), call);
            assertThat(names(operation.path("parameters"))).as(call).containsExactlyElementsOf(
                    Arrays.stream(method.getParameters())
                            .flatMap(OpenApiTest::parameter).toList());
            JsonNode body = operation.at("/requestBody/content/application~1json/schema/$ref");
            List<String> fields = body.isMissingNode()
                    ? List.of()
                    : DOCUMENT.at(body.asText().substring(1)).get("properties").properties()
                            .stream().map(Map.Entry::getKey).toList();
            assertThat(fields).as(call).isEqualTo(fields(method));
            assertThat(operation.at("/requestBody/required").asBoolean()).as(call).isEqualTo(
                    bodies(method).anyMatch(each -> each.getAnnotations().length == 0));
        });
    }

    @Test
    void theDescription_isValidOpenApi31() {
        SwaggerParseResult read = new OpenAPIV3Parser().readContents(DOCUMENT.toString());
        assertThat(read.getMessages()).isEmpty();
        assertThat(read.isOpenapi31()).isTrue();
        assertThat(read.getOpenAPI().getPaths()).hasSameSizeAs(DOCUMENT.get("paths"));
        String broken = DOCUMENT.toString().replace("\"operationId\":\"me\"",
                "\"operation\":\"me\"");
        assertThat(new OpenAPIV3Parser().readContents(broken).getMessages()).isNotEmpty();
    }

    @Test
    void everySchema_isOne() {
        var meta = JsonSchemaFactory.getInstance(VersionFlag.V202012)
                .getSchema(SchemaLocation.of(SchemaId.V202012));
        DOCUMENT.at("/components/schemas").properties().forEach(each -> assertThat(
                meta.validate(each.getValue())).as(each.getKey()).isEmpty());
    }

    @Test
    void everyReference_leadsToSomething() {
        List<String> references = DOCUMENT.findValuesAsText("$ref");
        assertThat(references).hasSizeGreaterThan(50).allSatisfy(
                each -> assertThat(DOCUMENT.at(each.substring(1)).isMissingNode()).isFalse());
        DOCUMENT.at("/components").properties().forEach(kind -> kind.getValue().fieldNames()
                .forEachRemaining(name -> {
                    String used = kind.getKey().equals("securitySchemes")
                            ? "/security/0/" + name
                            : "";
                    assertThat(used.isEmpty()
                            ? references.contains("#/components/" + kind.getKey() + "/" + name)
                            : !DOCUMENT.at(used).isMissingNode())
                            .as("%s is used", name).isTrue();
                }));
    }

    @Test
    void theDescription_isForEverybody() throws Exception {
        TestSite site = new TestSite(folder);
        try {
            var answer = site.browser().get("/api/v1/openapi.json");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
            assertThat(new ObjectMapper().readTree(answer.body())).isEqualTo(DOCUMENT);
            for (String other : new String[]{"/api/v1/openapi.json/", "/api/v1/openapi.jsonx",
                "/api/v1/me;/openapi.json", "/api/v1/me?openapi.json"}) {
                assertThat(site.browser().get(other).statusCode()).as(other).isNotEqualTo(200);
            }
        } finally {
            site.close();
        }
    }

    /** By its name, when it comes with the address or in a header. */
    private static Stream<String> parameter(Parameter parameter) {
        QueryParam query = parameter.getAnnotation(QueryParam.class);
        HeaderParam header = parameter.getAnnotation(HeaderParam.class);
        return Stream.concat(Stream.ofNullable(query).map(QueryParam::value),
                Stream.ofNullable(header).map(HeaderParam::value));
    }

    private static List<String> names(JsonNode parameters) {
        return StreamSupport.stream(parameters.spliterator(), false)
                .map(each -> each.path("name").asText()).toList();
    }

    /** Operations as {@code GET /me}. */
    private static Map<String, JsonNode> described() {
        Map<String, JsonNode> described = new TreeMap<>();
        DOCUMENT.get("paths").properties().forEach(path -> path.getValue().properties().stream()
                .filter(each -> !each.getKey().equals("parameters"))
                .forEach(each -> described.put(
                        each.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(),
                        each.getValue())));
        return described;
    }

    private static Map<String, Method> operations() {
        Map<String, Method> operations = new TreeMap<>();
        new ClassFileImporter().importPackages("org.gridtorrent.ccm").stream()
                .filter(each -> each.isAnnotatedWith(Path.class)).map(JavaClass::reflect)
                .flatMap(each -> Arrays.stream(each.getMethods()))
                .forEach(method -> verb(method)
                        .ifPresent(verb -> operations.put(verb + " " + path(method), method)));
        return operations;
    }

    private static Optional<String> verb(Method method) {
        return Arrays.stream(method.getAnnotations())
                .map(each -> each.annotationType().getAnnotation(HttpMethod.class))
                .filter(each -> each != null).map(HttpMethod::value).findFirst();
    }

    private static String path(Method method) {
        String whole = Stream.of(method.getDeclaringClass(), method)
                .map(each -> each.getAnnotation(Path.class)).filter(each -> each != null)
                .map(Path::value).reduce((first, second) -> first + "/" + second).orElseThrow();
        assertThat(whole).startsWith("/v1");
        return whole.substring("/v1".length());
    }

    private static Stream<Parameter> bodies(Method method) {
        return Arrays.stream(method.getParameters())
                .filter(each -> each.getType().isRecord() && Arrays.stream(each.getAnnotations())
                        .allMatch(OptionalBody.class::isInstance));
    }

    /** Of the record that is the body; none without one. */
    private static List<String> fields(Method method) {
        return bodies(method)
                .flatMap(each -> Arrays.stream(each.getType().getRecordComponents()))
                .map(RecordComponent::getName).toList();
    }
}
