package org.gridtorrent.ccm.rest;

import jakarta.ws.rs.core.MultivaluedMap;
import java.util.Set;
import java.util.TreeSet;
import org.apache.cxf.jaxrs.impl.MetadataMap;
import org.apache.cxf.jaxrs.model.ClassResourceInfo;
import org.apache.cxf.jaxrs.model.OperationResourceInfo;
import org.apache.cxf.jaxrs.model.URITemplate;
import org.apache.cxf.jaxrs.utils.HttpUtils;
import org.apache.cxf.jaxrs.utils.JAXRSUtils;
import org.apache.cxf.message.Message;

/** Which methods an address takes; CXF itself names those of all addresses. */
final class AllowedMethods {
    private AllowedMethods() {}

    static Set<String> of(Message call) {
        String path = HttpUtils.getPathToMatch(call, true);
        Set<String> taken = new TreeSet<>();
        for (ClassResourceInfo resource : JAXRSUtils.getRootResources(call)) {
            MultivaluedMap<String, String> parts = new MetadataMap<>();
            if (resource.getURITemplate().match(path, parts)) {
                add(resource, parts.getFirst(URITemplate.FINAL_MATCH_GROUP), taken);
            }
        }
        return taken;
    }

    private static void add(ClassResourceInfo resource, String rest, Set<String> taken) {
        for (OperationResourceInfo operation : resource.getMethodDispatcher()
                .getOperationResourceInfos()) {
            MultivaluedMap<String, String> parts = new MetadataMap<>();
            if (operation.getURITemplate().match(rest, parts)
                    && "/".equals(parts.getFirst(URITemplate.FINAL_MATCH_GROUP))) {
                taken.add(operation.getHttpMethod());
            }
        }
    }
}
