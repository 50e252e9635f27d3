<qgis version="3.22" styleCategories="Symbology">
 <renderer-v2 type="singleSymbol" symbollevels="0" enableorderby="0" forceraster="0" referencescale="-1">
  <symbols>
   <symbol type="line" name="0" alpha="1" clip_to_extent="1" force_rhr="0">
    <layer class="SimpleLine" enabled="1" pass="0" locked="0">
     <Option type="Map">
      <Option type="QString" name="line_color" value="38,104,158,255"/>
      <Option type="QString" name="line_width" value="0.4"/>
      <Option type="QString" name="line_width_unit" value="MM"/>
      <Option type="QString" name="line_style" value="solid"/>
      <Option type="QString" name="capstyle" value="round"/>
      <Option type="QString" name="joinstyle" value="round"/>
     </Option>
     <prop k="line_color" v="38,104,158,255"/>
     <prop k="line_width" v="0.4"/>
     <prop k="line_width_unit" v="MM"/>
     <prop k="line_style" v="solid"/>
     <prop k="capstyle" v="round"/>
     <prop k="joinstyle" v="round"/>
     <data_defined_properties>
      <Option type="Map">
       <Option type="QString" name="name" value=""/>
       <Option type="Map" name="properties">
        <Option type="Map" name="outlineWidth">
         <Option type="bool" name="active" value="true"/>
         <Option type="QString" name="expression" value="0.12 + 0.3 * ln(1 + 4 * &quot;dis_av_cms&quot;)"/>
         <Option type="int" name="type" value="3"/>
        </Option>
       </Option>
       <Option type="QString" name="type" value="collection"/>
      </Option>
     </data_defined_properties>
    </layer>
   </symbol>
  </symbols>
 </renderer-v2>
 <blendMode>0</blendMode>
 <featureBlendMode>0</featureBlendMode>
 <layerGeometryType>1</layerGeometryType>
</qgis>
