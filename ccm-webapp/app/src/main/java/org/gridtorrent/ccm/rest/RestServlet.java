package org.gridtorrent.ccm.rest;

import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.cxf.BusFactory;
import org.apache.cxf.common.logging.LogUtils;
import org.apache.cxf.common.logging.Slf4jLogger;
import org.apache.cxf.jaxrs.JAXRSServerFactoryBean;
import org.apache.cxf.logging.FaultListener;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.http.AbstractHTTPDestination;
import org.apache.cxf.transport.servlet.CXFNonSpringServlet;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.audit.AuditChannel;
import org.gridtorrent.catalog.audit.AuditContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The resources in CXF, with a bus of their own: the tracker has another in the same process. JSON
 * is all that is read and written.
 */
public final class RestServlet extends CXFNonSpringServlet {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(RestServlet.class);
    private static final String BROKEN = RestServlet.class.getName() + ".broken";

    static {
        LogUtils.setLoggerClass(Slf4jLogger.class);
    }

    private final transient Callers callers;
    private final transient TombstoneFilter tombstones;
    private final transient List<Object> resources;

    /** @param root the path below which the site's pages lie; empty, or with a slash in front and none at its end */
    public RestServlet(Catalog catalog, String root, List<Object> resources) {
        this.callers = new Callers(catalog.machines().devices(), catalog.identity().apiTokens());
        this.tombstones = new TombstoneFilter(catalog.datasets().tombstones());
        this.resources = new ArrayList<>(resources);
        this.resources.add(new OpenApiResource(root));
        setBus(BusFactory.newInstance().createBus());
    }

    /** Publishes once the servlet's own transport stands, so that the address lies under it. */
    @Override
    public void init(ServletConfig config) throws ServletException {
        super.init(config);
        var server = new JAXRSServerFactoryBean();
        server.setBus(getBus());
        server.setAddress("/");
        server.setServiceBeans(resources);
        server.setProviders(
                List.of(callers, new UnknownParameterFilter(), new JsonBodies(), new ErrorMapper(),
                        tombstones));
        server.setProperties(Map.of(
                // A body that does not say what it is; and one mapper for CXF's own errors, too.
                "default.content.type", "application/json",
                "default.wae.mapper.least.specific", true,
                FaultListener.class.getName(), (FaultListener) RestServlet::quietly));
        server.create();
    }

    @Override
    protected void invoke(HttpServletRequest request, HttpServletResponse response)
            throws ServletException {
        new AuditContext(AuditChannel.REST, request.getRemoteAddr())
                .<ServletException>run(() -> super.invoke(request, response));
        if (request.getAttribute(BROKEN) instanceof IOException gone) {
            throw new ServletException("what was not sent to its end must not look whole", gone);
        }
    }

    /** Has the container close the connection when a part of the answer is on its way, else not. */
    static boolean breaksOff(Message message, IOException gone) {
        Message call = message.getExchange().getInMessage();
        var response = (HttpServletResponse) Objects
                .requireNonNull(call.get(AbstractHTTPDestination.HTTP_RESPONSE));
        if (response.isCommitted()) {
            ((HttpServletRequest) Objects
                    .requireNonNull(call.get(AbstractHTTPDestination.HTTP_REQUEST)))
                    .setAttribute(BROKEN, gone);
        }
        return response.isCommitted();
    }

    /** What failed was logged by the mapper; the rest is callers that went away. */
    private static boolean quietly(Exception fault, String description, Message message) {
        LOG.debug("{}", description, fault);
        return false;
    }

    @Override
    public void destroy() {
        super.destroy();
        destroyBus();
    }
}
